const call = (f, x) => f(x);
console.log(call(eval, '1'));
