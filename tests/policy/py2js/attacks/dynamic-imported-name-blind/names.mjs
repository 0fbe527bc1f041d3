export const table = Object.freeze({ engine: "node:vm" });
