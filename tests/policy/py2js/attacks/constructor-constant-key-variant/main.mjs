const [k] = ['constructor'];
const f = () => {};
console.log(f[k]('return 1')());
