function run({ ["eval"]: act } = globalThis) {
  return act("6 * 7");
}
console.log(run());
