// Reads the command line: options first, then operands.

import { Failure } from "./out.mjs";

/**
 * Splits `words` into options and operands. `flags` take no value, `valued` take one; `--` ends the options.
 * Returns the options in a Map, flags with the value "".
 */
export function options(words, flags, valued, usage) {
  const given = new Map();
  let at = 0;
  while (at < words.length && words[at].startsWith("-")) {
    const word = words[at];
    if (word === "-") continue;
    at += 1;
    if (word === "--") break;
    if (flags.includes(word)) {
      given.set(word, "");
    } else if (valued.includes(word) && at < words.length) {
      given.set(word, words[at++]);
    } else {
      throw new Failure(usage, 2);
    }
  }
  return { given, operands: words.slice(at) };
}
