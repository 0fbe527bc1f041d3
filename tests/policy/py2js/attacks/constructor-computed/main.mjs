const k = 'con' + 'structor';
console.log([][k][k]('return 1')());
