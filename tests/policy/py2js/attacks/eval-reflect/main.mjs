console.log(Reflect.get(globalThis, 'eval')('1'));
