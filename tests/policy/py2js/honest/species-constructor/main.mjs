class Vec {
  constructor(x) { this.x = x; }
  map(f) {
    const C = this.constructor;
    return new C(f(this.x));
  }
  static of(x) { return new this(x); }
}
console.log(Vec.of(2).map((x) => x * 2).x);
