import * as system from "node:os";

const [, , key = "hostname"] = process.argv;
const { [key]: ask } = system;
console.log(typeof ask);
