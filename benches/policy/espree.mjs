// How long ESLint's parser takes for the same files: `node espree.mjs CACHE LIST` prints processor seconds and how many
// files it refused; LIST names a file a line.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [cache, list] = process.argv.slice(2);
const { parse } = createRequire(`${cache}/package.json`)("espree");
const sources = readFileSync(list, "utf8").split("\n").filter(Boolean).map((path) => readFileSync(path, "utf8"));
const options = { ecmaVersion: "latest", sourceType: "module", range: true, loc: true, tokens: true, comment: true };
let refused = 0;
const before = process.cpuUsage();
for (const source of sources) {
  try {
    parse(source, options); // as ESLint calls it
  } catch {
    refused += 1; // a syntax error: what it read before counts
  }
}
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e6, refused);
