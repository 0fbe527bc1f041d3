export * as tools from "node:child_process";
