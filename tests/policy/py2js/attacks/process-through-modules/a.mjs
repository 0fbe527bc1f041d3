export { it as p } from './b.mjs';
