class A {
  static m() {}
}
console.log(A.constructor('return 1')());
