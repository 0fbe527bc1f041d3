const key = "-CONSTRUCTOR-".slice(1, -1).toLowerCase();
const pick = (value) => value;
console.log(pick[key]("return 6 * 7")());
