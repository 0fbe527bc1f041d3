function fetch(table, key) {
  return table[key];
}
console.log(fetch({ a: 1 }, 'a'));
