const { constructor: F } = [].filter;
console.log(F('return 1')());
