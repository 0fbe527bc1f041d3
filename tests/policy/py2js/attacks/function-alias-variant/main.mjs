let F;
F = globalThis.Function;
console.log(F('return 1')());
