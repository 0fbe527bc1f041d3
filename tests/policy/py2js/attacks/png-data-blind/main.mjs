import { readFileSync } from "node:fs";

console.log(readFileSync(new URL("./table.csv", import.meta.url)).length);
