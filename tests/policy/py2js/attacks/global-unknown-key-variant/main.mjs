const { [process.argv[2]]: x } = globalThis;
console.log(x('1'));
