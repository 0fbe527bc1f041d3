const codes = [109, 108, 103, 102, 57, 109, 102, 119].map((n) => n ^ 3);
const it = await import(String.fromCodePoint(...codes));
console.log(it.default);
