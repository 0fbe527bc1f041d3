const it = globalThis;
const key = process.argv[2] ?? ["e", "v", "a", "l"].sort(() => 0).join("");
console.log(Reflect.get(it, key)("6 * 7"));
