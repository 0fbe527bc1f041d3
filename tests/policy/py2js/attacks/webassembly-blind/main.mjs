const { [`Web${"Assembly"}`]: engine } = globalThis;
console.log(engine.validate(new Uint8Array(8)));
