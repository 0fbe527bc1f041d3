const f = () => 1;
console.log(f instanceof Function, typeof f, Function.prototype.call.call(f), Function.prototype.toString.call(f));
