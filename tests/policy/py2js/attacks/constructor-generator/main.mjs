const G = Object.getPrototypeOf(function* () {}).constructor;
console.log([...new G('yield 1')()]);
