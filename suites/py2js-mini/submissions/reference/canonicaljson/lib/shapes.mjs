// Shapes, which JSON does not know, and the callbacks that turn them into what it knows.

import { NotWritable } from "./encode.mjs";

class Shape {
  static title = "Shape";
  static family = ["shape"];

  constructor(value) {
    this.value = value;
  }
}

class Circle extends Shape {
  static title = "Circle";
  static family = ["circle", "shape"];
}

class Square extends Shape {
  static title = "Square";
  static family = ["square", "shape"];
}

const MARKS = new Map([["$shape", Shape], ["$circle", Circle], ["$square", Square]]);

export const CLASSES = ["object", "shape", "circle", "square"];
export const FORMS = new Map([
  ["name", (shape) => shape.constructor.title],
  ["value", (shape) => shape.value],
  ["pair", (shape) => [shape.constructor.title, shape.value]],
  ["shape", (shape) => new Shape(shape.value)],
  ["self", (shape) => shape],
]);

/** The shape that an object with the one key $shape, $circle or $square stands for; other objects as they are. */
export function revive(members) {
  if (members.size !== 1) return members;
  const [[key, value]] = members;
  return MARKS.has(key) ? new (MARKS.get(key))(value) : members;
}

/** What `callbacks` (class to form) make of a shape: the callback of its own class, or else of the class above. */
export function replacement(callbacks) {
  return (shape) => {
    const kind = shape.constructor.family.find((name) => callbacks.has(name));
    if (kind === undefined) throw new NotWritable(`Object of type ${shape.constructor.title} is not JSON serializable`);
    return FORMS.get(callbacks.get(kind))(shape);
  };
}
