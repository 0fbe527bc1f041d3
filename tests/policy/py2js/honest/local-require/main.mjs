function require(condition, message) {
  if (!condition) throw new Error(message);
}
require(1 + 1 === 2, 'sum');
console.log('ok');
