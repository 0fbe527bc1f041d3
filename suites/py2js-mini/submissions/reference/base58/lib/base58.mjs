// Base58 and Base58Check over any alphabet of ASCII characters.

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

const BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";
const NAMED = new Map([["bitcoin", BITCOIN], ["ripple", RIPPLE], ["xrp", RIPPLE]]);
const ALIKE = ["0Oo", "Il1"];

/** What the library's users did wrong; the message names no place. */
export class Base58Error extends Error {}

/** The alphabet called `name`, or `name` itself when it can be one. */
export function alphabet(name) {
  if (NAMED.has(name)) return NAMED.get(name);
  if (name.length < 2 || !/^[\0-\x7f]*$/.test(name)) {
    throw new Base58Error("an alphabet is two or more ASCII characters");
  }
  return name;
}

/** The bytes of an ASCII text. Positions in messages count code points. */
export function ascii(text) {
  let position = 0;
  for (const character of text) {
    const code = character.codePointAt(0);
    if (code > 0x7f) {
      throw new Base58Error(`U+${code.toString(16).toUpperCase().padStart(4, "0")} at ${position} is not ASCII`);
    }
    position += 1;
  }
  return Buffer.from(text, "latin1");
}

/** The digits of a natural number; zero has none. */
export function encodeInteger(value, characters) {
  const radix = BigInt(characters.length);
  const digits = [];
  for (let rest = value; rest > 0n; rest /= radix) digits.push(characters[Number(rest % radix)]);
  return digits.reverse().join("");
}

/** Base58 of bytes: a first character for each leading zero byte, then the number that the rest is. */
export function encode(data, characters) {
  let zeros = 0;
  while (zeros < data.length && data[zeros] === 0) zeros += 1;
  const rest = data.subarray(zeros);
  const value = rest.length > 0 ? BigInt(`0x${rest.toString("hex")}`) : 0n;
  return characters[0].repeat(zeros) + encodeInteger(value, characters);
}

function checksum(data) {
  const once = createHash("sha256").update(data).digest();
  return createHash("sha256").update(once).digest().subarray(0, 4);
}

export function encodeCheck(data, characters) {
  return encode(Buffer.concat([data, checksum(data)]), characters);
}

/** Byte value to digit. With `autofix`, look-alikes of the only one of them in the alphabet stand for it. */
function digitsOf(characters, autofix) {
  const digits = new Map();
  for (let index = 0; index < characters.length; index += 1) digits.set(characters.charCodeAt(index), index);
  for (const group of autofix ? ALIKE : []) {
    const codes = [...group].map((character) => character.charCodeAt(0));
    const known = codes.filter((code) => digits.has(code));
    if (known.length === 1) codes.forEach((code) => digits.set(code, digits.get(known[0])));
  }
  return digits;
}

/** A character below U+0100 in quotes, with what cannot be printed escaped. */
function quoted(code) {
  const character = String.fromCharCode(code);
  if (character === "'") return `"'"`;
  const short = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" }[character];
  if (short !== undefined) return `'${short}'`;
  const printable = (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code !== 0xad);
  return printable ? `'${character}'` : `'\\x${code.toString(16).padStart(2, "0")}'`;
}

function valueOf(data, characters, autofix) {
  const digits = digitsOf(characters, autofix);
  const radix = BigInt(characters.length);
  let value = 0n;
  for (const code of data) {
    const digit = digits.get(code);
    if (digit === undefined) throw new Base58Error(`Invalid character ${quoted(code)}`);
    value = value * radix + BigInt(digit);
  }
  return value;
}

const BLANK_TEXT = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Text (white space of all of Unicode) or bytes (of ASCII) without white space at the end, as bytes. */
function scrubbed(input) {
  if (typeof input === "string") {
    let length = input.length;
    while (length > 0 && BLANK_TEXT.test(input[length - 1])) length -= 1;
    return ascii(input.slice(0, length));
  }
  let length = input.length;
  while (length > 0 && (input[length - 1] === 0x20 || (input[length - 1] >= 9 && input[length - 1] <= 13))) length -= 1;
  return input.subarray(0, length);
}

/** The number that a text or bytes stand for. White space at the end counts only where the alphabet has a space. */
export function decodeInteger(input, characters, autofix) {
  const data = characters.includes(" ") ? ascii(input) : scrubbed(input);
  return valueOf(data, characters, autofix);
}

/** The bytes that a text or bytes stand for. */
export function decode(input, characters, autofix) {
  const data = scrubbed(input);
  let zeros = 0;
  while (zeros < data.length && data[zeros] === characters.charCodeAt(0)) zeros += 1;
  const value = valueOf(data.subarray(zeros), characters, autofix);
  const hex = value === 0n ? "" : value.toString(16);
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex")]);
}

export function decodeCheck(input, characters, autofix) {
  const data = decode(input, characters, autofix);
  const end = Math.max(0, data.length - 4);
  const payload = data.subarray(0, end);
  if (!checksum(payload).equals(data.subarray(end))) throw new Base58Error("Invalid checksum");
  return payload;
}
