const k = ['structor', 'con'].reverse().join('');
console.log({}[k][k]('return 1')());
