import { dirname } from "node:path";

console.log(dirname("a/b"));
