// Bech32 strings without a limit of 90 characters, segregated-witness addresses, and the regrouping of bits.

const CHARACTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_LENGTH = 6;
const LONGEST_HRP = 83;

function polymod(values) {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (let bit = 0; bit < 5; bit += 1) {
      if ((top >>> bit) & 1) check ^= GENERATOR[bit];
    }
  }
  return check;
}

/** The high bits of each code point, a zero, the low bits of each. */
function expanded(hrp) {
  const codes = [...hrp].map((character) => character.codePointAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

/** A Bech32 string of five-bit values, or null where a value is over 31. */
export function encode(hrp, values) {
  if (values.some((value) => value > 31)) return null;
  const padding = new Array(CHECKSUM_LENGTH).fill(0);
  const rest = polymod([...expanded(hrp), ...values, ...padding]) ^ 1;
  const checksum = padding.map((_, index) => (rest >> (5 * (CHECKSUM_LENGTH - 1 - index))) & 31);
  return `${hrp}1${[...values, ...checksum].map((value) => CHARACTERS[value]).join("")}`;
}

/** The human-readable part and the five-bit values of a Bech32 string, or null. */
export function decode(text) {
  if (!/^[!-~]*$/.test(text)) return null;
  const lower = text.toLowerCase();
  if (lower !== text && text.toUpperCase() !== text) return null;
  const separator = lower.lastIndexOf("1");
  if (separator < 1 || separator > LONGEST_HRP || separator + CHECKSUM_LENGTH + 1 > lower.length) return null;
  const hrp = lower.slice(0, separator);
  const values = [...lower.slice(separator + 1)].map((character) => CHARACTERS.indexOf(character));
  if (values.includes(-1) || polymod([...expanded(hrp), ...values]) !== 1) return null;
  return { hrp, values: values.slice(0, -CHECKSUM_LENGTH) };
}

/** Numbers of `from` bits regrouped to numbers of `to` bits, or null. Numbers are BigInt: 64 bits do not fit otherwise. */
export function regrouped(values, from, to, pad) {
  const [source, target] = [BigInt(from), BigInt(to)];
  const largest = (1n << target) - 1n;
  const kept = (1n << (source + target - 1n)) - 1n;
  const groups = [];
  let bits = 0n;
  let held = 0n;
  for (const value of values) {
    if (value < 0n || value >> source) return null;
    held = ((held << source) | value) & kept;
    bits += source;
    while (bits >= target) {
      bits -= target;
      groups.push((held >> bits) & largest);
    }
  }
  const left = (held << (target - bits)) & largest;
  if (pad) return bits > 0n ? [...groups, left] : groups;
  return bits >= source || left !== 0n ? null : groups;
}

const numbers = (groups) => groups && groups.map(Number);

/** Bytes as five-bit values. */
export const fromBytes = (data) => numbers(regrouped([...data].map(BigInt), 8, 5, true));

/** Five-bit values as bytes, or null where more than padding is left over. */
export const toBytes = (values) => numbers(regrouped(values.map(BigInt), 5, 8, false));

/** The version and program of an address of `hrp`, or null. */
export function decodeAddress(hrp, address) {
  const found = decode(address);
  if (found === null || found.hrp !== hrp) return null;
  const [version, ...rest] = found.values;
  const program = toBytes(rest);
  if (program === null || program.length < 2 || program.length > 40 || version > 16) return null;
  if (version === 0 && program.length !== 20 && program.length !== 32) return null;
  return { version, program };
}

/** An address that `decodeAddress` reads back, or null. */
export function encodeAddress(hrp, version, program) {
  const address = encode(hrp, [version, ...fromBytes(program)]);
  return address !== null && decodeAddress(hrp, address) !== null ? address : null;
}
