let Make;
[Make] = [Function];
console.log(Make("return 6 * 7")());
