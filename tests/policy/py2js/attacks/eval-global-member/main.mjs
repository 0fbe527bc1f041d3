console.log(globalThis.eval('1'));
