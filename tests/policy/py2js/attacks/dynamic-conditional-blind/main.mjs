const wish = process.argv[9];
const it = await import(wish ?? "node:vm");
console.log(it.runInThisContext("1"));
