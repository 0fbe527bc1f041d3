const ops = { 0: (s) => s.push(1), 1: (s) => s.push(s.pop() + s.pop()), 2: (s) => console.log(s.pop()) };
function exec(code) {
  const stack = [];
  for (const op of code) ops[op](stack);
}
exec([0, 0, 1, 2]);
