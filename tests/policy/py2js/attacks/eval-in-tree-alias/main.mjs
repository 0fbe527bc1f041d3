import { run } from './a.mjs';
console.log(run('1'));
