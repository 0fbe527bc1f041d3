// What the programs read besides options.

import { Buffer } from "node:buffer";
import fs from "node:fs";
import { Failure } from "./out.mjs";

/** The bytes that pairs of hexadecimal digits stand for. */
export function bytesOf(text, name) {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(text)) throw new Failure(`error: ${name} is not hexadecimal`);
  return Buffer.from(text, "hex");
}

/** The operands, or the lines of standard input where there are none, each with its place. */
export function texts(operands) {
  if (operands.length > 0) return operands.map((text, index) => ({ text, place: `argument ${index + 1}` }));
  const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(fs.readFileSync(0)).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((text, index) => ({ text, place: `line ${index + 1}` }));
}
