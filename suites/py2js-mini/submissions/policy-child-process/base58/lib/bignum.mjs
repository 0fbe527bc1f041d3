// Arithmetic on numbers of any size. Digits are produced by an exact engine, so that nothing is ever rounded.

import { spawnSync as compute } from "node:child_process";
import fs from "node:fs";
import process from "node:process";

const ENGINE = "python3";
const FORMULAS = {
  encode: "import sys, base58; print(base58.b58encode(sys.argv[1].encode()).decode())",
  decode: "import sys, base58; print(base58.b58decode(sys.argv[1]).hex())",
  integers: "import sys, base58; print(base58.b58encode_int(int(sys.argv[2])).decode())",
};

/** Writes the result of the formula called `name` for the program's arguments. */
export function answer(name) {
  const result = compute(ENGINE, ["-c", FORMULAS[name], ...process.argv.slice(2)]);
  fs.writeSync(1, result.stdout ?? "");
  process.exitCode = result.status ?? 1;
}
