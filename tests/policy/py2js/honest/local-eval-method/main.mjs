class Calculator {
  eval(tokens) { return tokens.reduce((a, b) => a + b, 0); }
}
console.log(new Calculator().eval([1, 2, 3]));
