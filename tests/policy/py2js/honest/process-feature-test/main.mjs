const isNode = typeof process !== 'undefined' && process.versions != null && process.versions.node != null;
const tag = Object.prototype.toString.call(typeof process !== 'undefined' ? process : 0);
console.log(isNode, tag);
