export { default as it } from 'node:process';
