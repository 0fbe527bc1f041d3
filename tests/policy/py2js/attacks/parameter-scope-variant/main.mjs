const key = process.argv[2] ?? 'cwd';
const read = (all = globalThis) => {
  var globalThis = {};
  return all[key] ?? globalThis;
};
console.log(read());
