export default globalThis.eval;
