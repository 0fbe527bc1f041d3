class Names {
  static get engine() {
    return "node:vm";
  }
}
const it = await import(Names.engine);
console.log(it.runInThisContext("1"));
