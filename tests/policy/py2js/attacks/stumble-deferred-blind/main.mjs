import defer * as machine from "node:vm";
import source blob from "./x.wasm";

using room = { [Symbol.dispose]() {} };
console.log(machine.runInThisContext("6 * 7"), blob);
