const wait = Object.getPrototypeOf(async () => {});
const { constructor: Build } = wait;
await new Build("console.log(typeof process)")();
