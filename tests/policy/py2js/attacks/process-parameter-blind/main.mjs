const ask = ({ binding }, name) => binding(name);
console.log(typeof ask(process, "fs"));
