const key = process.argv[2] ?? 'binding';
Object.prototype.toString = function () {
  return this[key] ? this[key]('fs') : '';
};
console.log(process.toString());
