const a = process;
let b;
b = a;
b.binding('x');
