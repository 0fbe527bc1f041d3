// The route that all programs share: bytes to a value, the value to bytes, with the messages for what goes wrong.

import { NotWritable, pieces } from "./encode.mjs";
import { Failure, put } from "./out.mjs";
import { NotJson, parse } from "./parse.mjs";
import { utf8 } from "./utf8.mjs";

function textOf(data, place) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Failure(`error: ${place}: not UTF-8`);
  }
}

function valueOf(text, place, revive) {
  try {
    return parse(text, revive);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    throw new Failure(`error: ${place}: not JSON`);
  }
}

/**
 * Writes the JSON text `data` again in `layout`. With `stream`, pieces are written one by one, so that those before
 * a failure stay written.
 */
export function rewrite({ data, place }, layout, { stream = false, revive, replace } = {}) {
  const value = valueOf(textOf(data, place), place, revive);
  try {
    const written = pieces(value, layout, replace);
    for (const piece of stream ? written : [[...written].join("")]) put(utf8(piece));
  } catch (error) {
    if (!(error instanceof NotWritable)) throw error;
    throw new Failure(`error: ${place}: ${error.message}`);
  }
  put("\n");
}
