import { p } from './a.mjs';
p.binding('x');
