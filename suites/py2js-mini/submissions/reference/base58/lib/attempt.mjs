// Turns what the library refuses into the message that ends the program.

import { Base58Error } from "./base58.mjs";
import { Failure } from "./out.mjs";

/** The value of `act()`. A Base58Error becomes `error: PLACE: …`, or `error: …` where there is no place. */
export function attempt(act, place) {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Base58Error)) throw error;
    throw new Failure(place === undefined ? `error: ${error.message}` : `error: ${place}: ${error.message}`);
  }
}
