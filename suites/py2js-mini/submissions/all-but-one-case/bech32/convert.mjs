import { options } from "./lib/args.mjs";
import { regrouped } from "./lib/bech32.mjs";
import { Failure, put, run } from "./lib/out.mjs";

const USAGE = "usage: convert [--no-pad] [--] FROM TO VALUES";
const WIDEST = 64;

function width(name, word) {
  const bits = /^[1-9][0-9]?$/.test(word) ? Number(word) : 0;
  if (bits < 1 || bits > WIDEST) throw new Failure(`error: ${name} is not a number from 1 to ${WIDEST}`);
  return bits;
}

run((words) => {
  const { given, operands } = options(words, ["--no-pad"], [], USAGE);
  if (operands.length !== 3) throw new Failure(USAGE, 2);
  const from = width("FROM", operands[0]);
  const to = width("TO", operands[1]);
  const list = operands[2];
  if (!/^(?:-?[0-9]{1,99}(?:,-?[0-9]{1,99})*)?$/.test(list)) throw new Failure("error: VALUES is not a list of numbers");
  const values = list === "" ? [] : list.split(",").map(BigInt);
  const groups = regrouped(values, from, to, !given.has("--no-pad"));
  if (groups === null) throw new Failure("error: not convertible");
  put(`${groups.join(",") || "-"}\n`);
});
