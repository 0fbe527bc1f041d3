const twice = (n) => n * 2;
const make = twice?.constructor;
console.log(make?.("return 6 * 7")());
