const all = Object.entries(global);
console.log(all.length);
