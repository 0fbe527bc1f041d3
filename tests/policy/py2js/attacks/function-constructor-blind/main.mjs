const made = new globalThis["Function"]("a", "return a * 7");
console.log(made(6));
