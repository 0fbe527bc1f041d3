class Walk {
  *steps() {}
}
console.log([...new Walk().steps.constructor("yield 42")()]);
