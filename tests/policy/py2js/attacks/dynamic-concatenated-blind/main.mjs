let name = "node:";
name += "v";
name += "m";
const it = await import(name);
console.log(it.runInThisContext("1"));
