const root = typeof globalThis === 'object' ? globalThis.Object : null;
const hasFetch = typeof fetch === 'function';
const names = ['parseInt', 'isNaN'];
console.log(globalThis.parseInt('7'), root === Object, hasFetch, names.map((n) => n.length), globalThis['Math'].max(1, 2), global.Array.isArray([]));
