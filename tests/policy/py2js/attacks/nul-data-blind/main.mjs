import { readFileSync } from "node:fs";

console.log(readFileSync(new URL("./words.txt", import.meta.url)).length);
