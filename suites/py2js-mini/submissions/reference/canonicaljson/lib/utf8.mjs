// Text to bytes.

import { Buffer } from "node:buffer";
import { NotWritable } from "./encode.mjs";

/** UTF-8; a surrogate without its other half has none. */
export function utf8(text) {
  for (const character of text.isWellFormed() ? "" : text) {
    const code = character.codePointAt(0);
    if (code >= 0xd800 && code <= 0xdfff) {
      throw new NotWritable(`lone surrogate U+${code.toString(16).toUpperCase()}`);
    }
  }
  return Buffer.from(text, "utf8");
}
