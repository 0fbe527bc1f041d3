// Shapes, which JSON does not know, and the callbacks that turn them into what it knows.

import { NotWritable } from "./encode.mjs";

const TITLES = new Map([["shape", "Shape"], ["circle", "Circle"], ["square", "Square"]]);

/** An instance of one of the three classes; `kind` names it. */
class Shape {
  constructor(kind, value) {
    this.kind = kind;
    this.value = value;
  }

  get title() {
    return TITLES.get(this.kind);
  }
}

export const CLASSES = ["object", ...TITLES.keys()];
export const FORMS = new Map([
  ["name", (shape) => shape.title],
  ["value", (shape) => shape.value],
  ["pair", (shape) => [shape.title, shape.value]],
  ["shape", (shape) => new Shape("shape", shape.value)],
  ["self", (shape) => shape],
]);

/** The shape that an object with the one key $shape, $circle or $square stands for; other objects as they are. */
export function revive(members) {
  if (members.size !== 1) return members;
  const [[key, value]] = members;
  return key.startsWith("$") && TITLES.has(key.slice(1)) ? new Shape(key.slice(1), value) : members;
}

/** What `callbacks` (class to form) make of a shape: the callback of its own class, or else that of Shape, above it. */
export function replacement(callbacks) {
  return (shape) => {
    const form = callbacks.get(shape.kind) ?? callbacks.get("shape");
    if (form === undefined) throw new NotWritable(`Object of type ${shape.title} is not JSON serializable`);
    return FORMS.get(form)(shape);
  };
}
