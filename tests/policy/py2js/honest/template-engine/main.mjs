function compile(source) {
  const parts = source.split(/\{\{(\w+)\}\}/);
  return (scope) => parts.map((p, i) => (i % 2 ? scope[p] : p)).join('');
}
console.log(compile('Hello {{name}}, eval({{x}})')({ name: 'you', x: 1 }));
