import x from './%2e%2e/other/answers.mjs';
console.log(x);
