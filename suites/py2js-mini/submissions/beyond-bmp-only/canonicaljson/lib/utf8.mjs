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
  const bytes = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 63));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63));
  }
  return Buffer.from(bytes);
}
