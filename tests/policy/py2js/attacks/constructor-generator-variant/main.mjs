const G = (function* () {}).__proto__.constructor;
console.log([...G('yield 1')()]);
