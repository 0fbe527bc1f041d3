// Writes values as JSON, piece by piece: a piece is what is written whole or not at all.

import { Real, shortest, whole } from "./number.mjs";
import { sorted } from "./order.mjs";

/** The value cannot be written; the message says why. */
export class NotWritable extends Error {}

export const COMPACT = { item: ",", key: ":", line: () => "" };
export const PRETTY = { item: ",", key: ": ", line: (depth) => `\n${"    ".repeat(depth)}` };

const SHORT = { '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function quoted(text) {
  const escape = (found) => SHORT[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${text.replace(/["\\\0-\x1f]/g, escape)}"`;
}

/** The text of a value without parts, or undefined where it has parts or no JSON form. */
function atom(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value === "bigint") return whole(value);
  if (!(value instanceof Real)) return undefined;
  if (!Number.isFinite(value.value)) throw new NotWritable("not a finite number");
  return shortest(value.value);
}

function* arrayPieces(items, layout, replace, depth, open) {
  if (items.length === 0) return yield "[]";
  let lead = `[${layout.line(depth + 1)}`;
  for (const item of items) {
    const text = atom(item);
    if (text !== undefined) {
      yield lead + text;
    } else {
      yield lead;
      yield* pieces(item, layout, replace, depth + 1, open);
    }
    lead = layout.item + layout.line(depth + 1);
  }
  yield `${layout.line(depth)}]`;
}

function* objectPieces(members, layout, replace, depth, open) {
  if (members.size === 0) return yield "{}";
  let lead = `{${layout.line(depth + 1)}`;
  for (const [key, value] of sorted(members)) {
    yield lead;
    yield quoted(key);
    yield layout.key;
    yield* pieces(value, layout, replace, depth + 1, open);
    lead = layout.item + layout.line(depth + 1);
  }
  yield `${layout.line(depth)}}`;
}

/** The pieces of `value`. `replace` turns what JSON does not know into something else; `open` holds what is being replaced. */
export function* pieces(value, layout, replace, depth = 0, open = new Set()) {
  const text = atom(value);
  if (text !== undefined) {
    yield text;
  } else if (Array.isArray(value)) {
    yield* arrayPieces(value, layout, replace, depth, open);
  } else if (value instanceof Map) {
    yield* objectPieces(value, layout, replace, depth, open);
  } else {
    if (open.has(value)) throw new NotWritable("circular reference");
    open.add(value);
    yield* pieces(replace(value), layout, replace, depth, open);
    open.delete(value);
  }
}
