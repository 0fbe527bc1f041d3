const copy = Object.assign(Object.create(null), process);
console.log(typeof copy.binding("fs"));
