export function Shape(name) { this.name = name; }
Shape.prototype.toString = function () { return `<${this.name}>`; };
Object.defineProperty(Shape.prototype, 'binding', { get() { return this.name; } });
Object.setPrototypeOf(Shape.prototype, Object.create(Object.prototype));
const has = Object.prototype.hasOwnProperty;
const tag = (value) => Object.prototype.toString.call(value);
if (typeof Object.prototype.toString === 'function') console.log(String(new Shape('a')), has.call({ a: 1 }, 'a'), tag([]), new Shape('b').binding);
