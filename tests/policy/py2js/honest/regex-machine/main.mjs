function match(pattern, text) {
  if (!pattern) return true;
  if (pattern[1] === '*') return match(pattern.slice(2), text) || (text && (pattern[0] === text[0] || pattern[0] === '.') && match(pattern, text.slice(1)));
  return !!text && (pattern[0] === text[0] || pattern[0] === '.') && match(pattern.slice(1), text.slice(1));
}
console.log(match('a*b', 'aaab'));
