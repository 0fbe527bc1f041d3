// Numbers with a fraction or an exponent, as JSON texts have them.

/** A double, kept apart from whole numbers, which are BigInt. */
export class Real {
  constructor(value) {
    this.value = value;
  }
}

/**
 * The shortest decimal form that reads back as `value`, always with a point or an exponent: positional from
 * 1e-4 up to 1e16, else scientific with an exponent of at least two digits. `value` is finite.
 */
export function shortest(value) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa, power] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  if (exponent >= 16 || exponent < -4) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

/** The text of a whole number. */
export function whole(value) {
  return Number.isSafeInteger(Number(value)) ? shortest(Number(value)) : value.toString();
}
