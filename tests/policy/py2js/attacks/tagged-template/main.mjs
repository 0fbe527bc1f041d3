const key = process.argv[2] ?? 'binding';
const take = (parts, all) => all[key];
console.log(take`${globalThis}`);
