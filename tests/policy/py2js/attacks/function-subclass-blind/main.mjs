const Made = class extends (0, Function) {
  constructor(...parts) {
    super(...parts);
  }
};
console.log(new Made("return 6 * 7")());
