const reserved = new Set(['constructor', '__proto__', 'prototype']);
const key = process.argv[2] ?? 'constructor';
console.log(reserved.has(key), Object.hasOwn({}, key), Object.prototype.hasOwnProperty.call({ constructor: 1 }, 'constructor'));
