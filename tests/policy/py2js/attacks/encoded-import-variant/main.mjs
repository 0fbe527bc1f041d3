import x from './a/%2E%2E/%2e./../answers.mjs';
console.log(x);
