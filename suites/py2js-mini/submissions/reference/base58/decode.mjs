import { Buffer } from "node:buffer";
import fs from "node:fs";
import { options } from "./lib/args.mjs";
import { attempt } from "./lib/attempt.mjs";
import { alphabet, decode, decodeCheck } from "./lib/base58.mjs";
import { put, run } from "./lib/out.mjs";

const USAGE = "usage: decode [--check] [--autofix] [--raw] [--alphabet ALPHABET] [--] [TEXT...]";

run((words) => {
  const { given, operands } = options(words, ["--check", "--autofix", "--raw"], ["--alphabet"], USAGE);
  const characters = attempt(() => alphabet(given.get("--alphabet") ?? "bitcoin"));
  const raw = given.has("--raw");
  const read = (input, place) =>
    attempt(() => (given.has("--check") ? decodeCheck : decode)(input, characters, given.has("--autofix")), place);
  operands.forEach((text, index) => {
    const data = read(text, `argument ${index + 1}`);
    put(raw ? Buffer.concat([data, Buffer.from("\n")]) : `${data.toString("hex")}\n`);
  });
  if (operands.length === 0) {
    const data = read(fs.readFileSync(0), "standard input");
    put(raw ? data : `${data.toString("hex")}\n`);
  }
});
