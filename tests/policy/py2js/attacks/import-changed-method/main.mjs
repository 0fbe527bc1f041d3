Array.prototype.join = () => 'node:vm';
const codec = await import(['./codec', 'mjs'].join('.'));
console.log(codec.runInThisContext('1'));
