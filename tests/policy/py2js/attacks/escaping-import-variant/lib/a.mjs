import x from './../../x/answers.mjs';
console.log(x);
