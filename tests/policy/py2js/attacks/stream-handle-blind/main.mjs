const { _handle: handle } = process.stdout;
console.log(typeof handle?.fd, typeof process.stdin["_han" + "dle"]);
