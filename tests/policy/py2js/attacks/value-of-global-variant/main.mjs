const all = global.globalThis.valueOf();
console.log(all.eval('1'));
