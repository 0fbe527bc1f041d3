function twice(n) {
  return n * 2;
}
console.log(Reflect.construct(twice.constructor, ["return 6 * 7"])());
