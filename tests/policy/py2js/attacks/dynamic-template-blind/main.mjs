const parts = { kind: "v" };
const it = await import(String.raw`node:${parts.kind}m`);
console.log(it.runInThisContext("1"));
