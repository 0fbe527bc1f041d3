async function* numbers() {
  yield* [1, 2];
}
for await (const n of numbers()) console.log(n);
const f = function* () {
  yield 3;
};
console.log([...f()]);
