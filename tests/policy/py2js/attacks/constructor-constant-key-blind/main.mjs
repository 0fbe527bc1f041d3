const KEYS = { made: "constructor" };
const { [KEYS.made]: Make } = () => 0;
console.log(Make("return 6 * 7")());
