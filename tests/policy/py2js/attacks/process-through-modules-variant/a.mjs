export * from './b.mjs';
