import { self } from "./b.mjs";

console.log(typeof self.binding("fs"));
