import x from '/usr/lib/node_modules/npm/index.js';
console.log(x);
