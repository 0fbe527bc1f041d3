import x from '../other/answers.mjs';
console.log(x);
