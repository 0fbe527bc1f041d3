const key = process.argv[2] ?? 'binding';
console.log(globalThis.valueOf()[key]);
