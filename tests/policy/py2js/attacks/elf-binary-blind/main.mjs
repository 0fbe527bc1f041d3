import { readFileSync } from "node:fs";

console.log(readFileSync(new URL("./data/weights.json", import.meta.url)).length);
