class A {
  static #count = 0;
  #exec = 1;
  static { A.#count = 5; }
  get exec() { return this.#exec; }
  static get count() { return A.#count; }
}
console.log(new A().exec, A.count);
