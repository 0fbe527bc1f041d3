function read(process = { argv: ['a'] }, list = process.argv) { return list.length; }
function walk(global, { eval: run = (x) => x } = {}, next = () => run(global)) { var fetch = next; return fetch(); }
class Machine { #process = []; constructor() { this.process = this.#process; } eval(code) { return code.length + this.process.length; } }
label: for (const require of [1, 2]) { if (require === 2) break label; }
console.log(read(), walk(3), new Machine().eval('ab'));
