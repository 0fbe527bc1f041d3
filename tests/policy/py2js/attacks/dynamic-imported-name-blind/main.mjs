import * as names from "./names.mjs";

const it = await import(names.table.engine);
console.log(it.runInThisContext("1"));
