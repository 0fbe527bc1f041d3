import { pad } from "./lib/node_modules/pad/index.mjs";

console.log(pad("x"));
