import helper from "./lib/old.js";

console.log(helper);
