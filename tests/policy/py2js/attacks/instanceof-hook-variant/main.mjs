import { Hook } from './hook.mjs';
console.log((await import('node:process')).default instanceof Hook);
