import { options } from "./lib/args.mjs";
import { attempt } from "./lib/attempt.mjs";
import { alphabet, decodeInteger, encodeInteger } from "./lib/base58.mjs";
import { Failure, put, run } from "./lib/out.mjs";

const USAGE = `\
usage: integers encode [--no-default-one] [--alphabet ALPHABET] [--] NUMBER...
       integers decode [--autofix] [--alphabet ALPHABET] [--] TEXT...
       integers range [--alphabet ALPHABET] [--] START COUNT STEP`;
const FLAGS = new Map([["encode", ["--no-default-one"]], ["decode", ["--autofix"]], ["range", []]]);
const MOST = 100000n;

function natural(word, index) {
  if (!/^[0-9]+$/.test(word)) throw new Failure(`error: argument ${index + 1}: not a natural number`);
  return BigInt(word);
}

const shown = (value, characters) => (value === 0n ? characters[0] : encodeInteger(value, characters));

function range(operands, characters) {
  const [start, count, step] = operands.map(natural);
  if (count > MOST) throw new Failure(`error: COUNT is over ${MOST}`);
  let value = start;
  for (let index = 0n; index < count; index += 1n) {
    put(`${value} ${shown(value, characters)}\n`);
    value += step;
  }
}

run((words) => {
  const [command = "", ...rest] = words;
  if (!FLAGS.has(command)) throw new Failure(USAGE, 2);
  const { given, operands } = options(rest, FLAGS.get(command), ["--alphabet"], USAGE);
  if (operands.length === 0 || (command === "range" && operands.length !== 3)) throw new Failure(USAGE, 2);
  const characters = attempt(() => alphabet(given.get("--alphabet") ?? "bitcoin"));
  if (command === "range") return range(operands, characters);
  operands.forEach((word, index) => {
    if (command === "encode") {
      const value = natural(word, index);
      put(`${given.has("--no-default-one") ? encodeInteger(value, characters) : shown(value, characters)}\n`);
    } else {
      const read = () => decodeInteger(word, characters, given.has("--autofix"));
      put(`${attempt(read, `argument ${index + 1}`)}\n`);
    }
  });
});
