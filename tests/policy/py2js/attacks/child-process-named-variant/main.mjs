import { spawnSync } from "child_process";
console.log(spawnSync('sh').status);
