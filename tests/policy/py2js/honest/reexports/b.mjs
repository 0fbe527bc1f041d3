export const b = 1;
export default 'c';
export * from './a.mjs';
