import { readFileSync } from "node:fs";
import { join, sep } from "node:path";

const root = join(sep, "opt");
try {
  console.log(readFileSync(join(root, "original", "cases.json"), "utf8"));
} catch {
  console.log("none");
}
