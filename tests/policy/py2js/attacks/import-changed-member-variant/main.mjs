const names = ['./codec.mjs'];
names.splice(0, 1, 'node:vm');
const codec = await import(names[0]);
console.log(codec.runInThisContext('1'));
