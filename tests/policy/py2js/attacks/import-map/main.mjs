import x from '#internal';
console.log(x);
