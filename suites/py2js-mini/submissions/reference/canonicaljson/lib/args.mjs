// Reads the command line: options first, then JSON texts.

import { Buffer } from "node:buffer";
import fs from "node:fs";
import { Failure } from "./out.mjs";

/** The flags given and the operands after them; `--` ends the flags. */
export function flagsAndOperands(words, flags, usage) {
  const given = new Set();
  let at = 0;
  while (at < words.length && words[at].startsWith("-")) {
    const word = words[at++];
    if (word === "--") break;
    if (!flags.includes(word)) throw new Failure(usage, 2);
    given.add(word);
  }
  return { given, operands: words.slice(at) };
}

/** The operands as bytes, or standard input where there are none, each with its place. */
export function texts(operands) {
  if (operands.length === 0) return [{ data: fs.readFileSync(0), place: "standard input" }];
  return operands.map((text, index) => ({ data: Buffer.from(text, "utf8"), place: `argument ${index + 1}` }));
}
