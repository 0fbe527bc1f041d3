import { Buffer } from "node:buffer";
import fs from "node:fs";
import { options } from "./lib/args.mjs";
import { alphabet, ascii, encode, encodeCheck } from "./lib/base58.mjs";
import { Failure, put, run } from "./lib/out.mjs";
import { attempt } from "./lib/attempt.mjs";

const USAGE = "usage: encode [--check] [--ascii] [--lines] [--alphabet ALPHABET] [--] [TEXT...]";

/** The lines of `data`; what follows the last newline is a line if there is any. */
function lines(data) {
  const found = [];
  let start = 0;
  for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
    found.push(data.subarray(start, end));
    start = end + 1;
  }
  if (start < data.length) found.push(data.subarray(start));
  return found;
}

run((words) => {
  const { given, operands } = options(words, ["--check", "--ascii", "--lines"], ["--alphabet"], USAGE);
  if (given.has("--lines") && operands.length > 0) throw new Failure(USAGE, 2);
  const characters = attempt(() => alphabet(given.get("--alphabet") ?? "bitcoin"));
  const write = (data) => put(`${(given.has("--check") ? encodeCheck : encode)(data, characters)}\n`);
  operands.forEach((text, index) => {
    write(given.has("--ascii") ? attempt(() => ascii(text), `argument ${index + 1}`) : Buffer.from(text, "utf8"));
  });
  if (operands.length === 0) {
    const data = fs.readFileSync(0);
    (given.has("--lines") ? lines(data) : [data]).forEach(write);
  }
});
