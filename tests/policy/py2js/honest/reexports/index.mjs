export * from './a.mjs';
export { b, default as c } from './b.mjs';
