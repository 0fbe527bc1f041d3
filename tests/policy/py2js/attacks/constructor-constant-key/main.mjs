const k = 'constructor';
console.log([][k][k]('return 1')());
