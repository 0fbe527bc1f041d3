function run(process, global) {
  return process.binding + global.eval;
}
const process2 = { binding: 1 };
console.log(run(process2, { eval: 2 }));
for (const process of ['a', 'b']) console.log(process.length);
