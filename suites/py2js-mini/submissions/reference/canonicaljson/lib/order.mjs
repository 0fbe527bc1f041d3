// The order of keys: by code point, which is not the order of JavaScript's strings beyond U+FFFF.

function compare(left, right) {
  for (let at = 0; at < left.length && at < right.length; at += 1) {
    if (left.charCodeAt(at) !== right.charCodeAt(at)) return left.codePointAt(at) - right.codePointAt(at);
  }
  return left.length - right.length;
}

/** The members of a Map, sorted by key. */
export function sorted(members) {
  return [...members].sort(([left], [right]) => compare(left, right));
}
