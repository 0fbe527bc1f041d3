// The order of keys: as they were read.

/** The members of a Map, in its order. */
export function sorted(members) {
  return [...members];
}
