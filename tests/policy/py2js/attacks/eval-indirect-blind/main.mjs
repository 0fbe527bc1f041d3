const table = [Math.max, eval];
console.log(table.at(-1)("6 * 7"), (process.pid && eval)("1"));
