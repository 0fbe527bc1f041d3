var x = eval;
console.log(x('1'));
