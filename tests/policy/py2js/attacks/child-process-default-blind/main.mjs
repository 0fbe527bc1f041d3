import { default as tools } from "child_process";

const { spawnSync: start } = tools;
console.log(start("python3", ["-V"]).status);
