const {
  getBuiltinModule: find,
  argv: [, , name = "net"],
} = process;
console.log(typeof find(name));
