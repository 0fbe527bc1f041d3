import { b } from './index.mjs';
export const a = () => b + 1;
