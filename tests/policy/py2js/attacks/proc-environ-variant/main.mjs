import { readFileSync as r } from 'fs';
const p = ['', 'proc', 'self', 'cmdline'].join('/');
console.log(r(p, 'utf8'));
