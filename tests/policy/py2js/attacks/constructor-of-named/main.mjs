function f() {}
const F = f.constructor;
console.log(F('return 1')());
