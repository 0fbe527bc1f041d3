import act from "./act.mjs";

console.log(act("6 * 7"));
