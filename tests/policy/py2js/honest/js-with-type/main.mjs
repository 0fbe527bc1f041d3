import { x } from './lib/x.js';
console.log(x);
