function f(p = process) {
  p.binding('x');
}
f();
