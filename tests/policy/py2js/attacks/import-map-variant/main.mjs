const x = await import('#' + 'deps/x');
console.log(x);
