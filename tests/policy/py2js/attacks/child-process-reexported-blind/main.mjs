import { helper } from "./lib/index.mjs";

console.log(helper("main.mjs").connected);
