import x from 'file:///usr/lib/node_modules/npm/index.js';
console.log(x);
