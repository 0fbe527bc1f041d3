const { eval: run } = globalThis;
console.log(run('1'));
