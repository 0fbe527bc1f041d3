const F = Function;
console.log(new F('return 1')());
