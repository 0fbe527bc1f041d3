const sums = ["1 + 1", "6 * 7"];
console.log(Array.from(sums, eval));
