class F extends Function {}
console.log(new F('return 1')());
