const F = class extends (globalThis.Function) {};
console.log(new F('return 1')());
