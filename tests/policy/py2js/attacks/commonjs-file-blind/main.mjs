import helper from "./lib/old.cjs";

console.log(helper);
