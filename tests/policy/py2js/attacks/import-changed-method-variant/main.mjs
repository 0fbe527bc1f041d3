Object.defineProperty(String.prototype, 'concat', { value: () => 'node:vm' });
const codec = await import('./codec'.concat('.mjs'));
console.log(codec.runInThisContext('1'));
