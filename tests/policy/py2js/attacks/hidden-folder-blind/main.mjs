import { n } from "./lib/.private/deep/n.mjs";

console.log(n);
