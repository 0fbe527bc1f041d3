const { constructor: A } = async function () {};
await A('return 1')();
