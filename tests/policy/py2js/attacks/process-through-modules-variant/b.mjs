const host = process;
export { host };
