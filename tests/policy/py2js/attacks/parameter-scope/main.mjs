function read(take = process.binding) {
  var process = 1;
  return take('fs');
}
console.log(read());
