const names = Reflect.ownKeys(globalThis).filter((key) => typeof key === "string" && /^e..l$/.test(key));
console.log(names.map((key) => Reflect.get(globalThis, key))[0]("6 * 7"));
