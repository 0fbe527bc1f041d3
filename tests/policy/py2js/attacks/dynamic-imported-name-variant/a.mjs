export { default } from './b.mjs';
