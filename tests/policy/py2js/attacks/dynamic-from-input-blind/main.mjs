import { readFileSync } from "node:fs";

const [name] = readFileSync(0, "utf8").split("\n");
const it = await import(name || "node:vm");
console.log(Object.keys(it));
