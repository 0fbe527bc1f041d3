import { Buffer } from "node:buffer";
import fs from "node:fs";
import { options } from "./lib/args.mjs";
import { decode, encode, fromBytes, toBytes } from "./lib/bech32.mjs";
import { bytesOf, texts } from "./lib/input.mjs";
import { Failure, put, run } from "./lib/out.mjs";

const USAGE = `\
usage: codec encode [--values] [--repeat N] [--] HRP [DATA]
       codec decode [--bytes] [--] [STRING...]`;
const MOST = 100000;

function repeated(list, times) {
  return Array.from({ length: times }, () => list).flat();
}

function valuesOf(text) {
  if (!/^(?:[0-9]{1,9}(?:,[0-9]{1,9})*)?$/.test(text)) throw new Failure("error: DATA is not a list of numbers");
  return text === "" ? [] : text.split(",").map(Number);
}

function write(words) {
  const { given, operands } = options(words, ["--values"], ["--repeat"], USAGE);
  const [hrp, data] = operands;
  if (operands.length < 1 || operands.length > 2 || (given.has("--values") && data === undefined)) {
    throw new Failure(USAGE, 2);
  }
  const times = given.get("--repeat") ?? "1";
  if (!/^[0-9]{1,6}$/.test(times) || Number(times) > MOST) {
    throw new Failure(`error: N is not a number from 0 to ${MOST}`);
  }
  const values = given.has("--values")
    ? repeated(valuesOf(data), Number(times))
    : fromBytes(repeated([...(data === undefined ? fs.readFileSync(0) : bytesOf(data, "DATA"))], Number(times)));
  const text = encode(hrp, values);
  if (text === null) throw new Failure("error: a value is over 31");
  put(`${text}\n`);
}

function read(words) {
  const { given, operands } = options(words, ["--bytes"], [], USAGE);
  const wrong = [];
  for (const { text, place } of texts(operands)) {
    const found = decode(text);
    if (found === null) {
      wrong.push(`error: ${place}: not a Bech32 string`);
      continue;
    }
    let shown = found.values.join(",");
    if (given.has("--bytes")) {
      const data = toBytes(found.values);
      if (data === null) {
        wrong.push(`error: ${place}: ${found.hrp}: bits left over`);
        continue;
      }
      shown = Buffer.from(data).toString("hex");
    }
    put(`${found.hrp}  ${shown || "-"}\n`);
  }
  if (wrong.length > 0) throw new Failure(wrong.join("\n"));
}

run(([command, ...words]) => {
  const act = { encode: write, decode: read };
  if (!Object.hasOwn(act, command ?? "")) throw new Failure(USAGE, 2);
  act[command](words);
});
