export { default as host } from "node:process";
