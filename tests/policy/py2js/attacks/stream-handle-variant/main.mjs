const { _handle: h } = process.stdin;
console.log(h);
