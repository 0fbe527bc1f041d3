const A = Object.getPrototypeOf(async () => {}).constructor;
await new A('return 1')();
