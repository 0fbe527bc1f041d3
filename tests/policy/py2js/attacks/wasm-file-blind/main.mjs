import { readFileSync } from "node:fs";

console.log(readFileSync(new URL("./rounds.dat", import.meta.url)).length);
