const names = { codec: './codec.mjs' };
Object.assign(names, { codec: 'node:vm' });
const codec = await import(names.codec);
console.log(codec.runInThisContext('1'));
