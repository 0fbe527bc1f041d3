const {
  constructor: { constructor: make },
} = "text";
console.log(make("return 6 * 7")());
