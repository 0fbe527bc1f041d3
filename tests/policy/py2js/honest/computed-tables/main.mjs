const handlers = { encode: (x) => x.toUpperCase(), decode: (x) => x.toLowerCase() };
const name = process.argv[2];
console.log(handlers[name]('aBc'));
