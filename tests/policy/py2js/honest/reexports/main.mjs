import { a, b, c } from './index.mjs';
console.log(a(), b, c);
