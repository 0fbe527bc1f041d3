const a　= 1;
// a line const b = 2;
console.log(a, b, 'process.binding ("fs")');
