const { _linkedBinding: link } = globalThis.process;
console.log(typeof link("fs"));
