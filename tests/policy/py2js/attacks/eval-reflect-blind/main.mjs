const { value } = Object.getOwnPropertyDescriptor(globalThis, "eval");
console.log(value("6 * 7"));
