// Reads JSON without losing what JSON.parse loses: whole numbers of any size, 1.0 apart from 1, NaN and Infinity,
// and keys in a Map, where no key has a meaning of its own.

import { Real } from "./number.mjs";

/** The text is not JSON. */
export class NotJson extends Error {}

const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const WORDS = [
  ["null", () => null],
  ["true", () => true],
  ["false", () => false],
  ["NaN", () => new Real(NaN)],
  ["Infinity", () => new Real(Infinity)],
  ["-Infinity", () => new Real(-Infinity)],
];

class Reader {
  constructor(text, revive) {
    this.text = text;
    this.revive = revive;
    this.at = 0;
  }

  blank() {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at += 1;
  }

  /** Steps over `character`, if it comes next. */
  take(character) {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  need(character) {
    if (!this.take(character)) throw new NotJson();
  }

  value() {
    if (this.take('"')) return this.string();
    if (this.take("{")) return this.object();
    if (this.take("[")) return this.array();
    for (const [word, make] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return make();
      }
    }
    return this.number();
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (found === null) throw new NotJson();
    this.at = NUMBER.lastIndex;
    const [digits, fraction, exponent] = found;
    return fraction === undefined && exponent === undefined ? BigInt(digits) : new Real(Number(digits));
  }

  string() {
    const parts = [];
    for (;;) {
      const start = this.at;
      while (this.at < this.text.length && !/["\\\0-\x1f]/.test(this.text[this.at])) this.at += 1;
      parts.push(this.text.slice(start, this.at));
      if (this.take('"')) return parts.join("");
      this.need("\\");
      parts.push(this.escape());
    }
  }

  escape() {
    if (this.take("u")) {
      const digits = this.text.slice(this.at, this.at + 4);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new NotJson();
      this.at += 4;
      return String.fromCharCode(parseInt(digits, 16));
    }
    const character = this.text[this.at++] ?? "";
    if (!Object.hasOwn(ESCAPES, character)) throw new NotJson();
    return ESCAPES[character];
  }

  array() {
    const items = [];
    this.blank();
    if (this.take("]")) return items;
    for (;;) {
      this.blank();
      items.push(this.value());
      this.blank();
      if (this.take("]")) return items;
      this.need(",");
    }
  }

  object() {
    const members = new Map();
    this.blank();
    if (this.take("}")) return this.revive(members);
    for (;;) {
      this.blank();
      this.need('"');
      const key = this.string();
      this.blank();
      this.need(":");
      this.blank();
      members.set(key, this.value());
      this.blank();
      if (this.take("}")) return this.revive(members);
      this.need(",");
    }
  }
}

/** The value of a JSON text; `revive` may replace each object, innermost first. Raises NotJson. */
export function parse(text, revive = (members) => members) {
  const reader = new Reader(text, revive);
  reader.blank();
  const value = reader.value();
  reader.blank();
  if (reader.at < text.length) throw new NotJson();
  return value;
}
