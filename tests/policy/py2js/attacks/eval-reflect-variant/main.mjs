console.log(Reflect.apply(eval, null, ['1']));
