class Node2 {
  clone() { return new this.constructor(); }
  get kind() { return this.constructor.name; }
}
class Leaf extends Node2 {}
console.log(new Leaf().clone().kind, new Leaf().constructor === Leaf);
