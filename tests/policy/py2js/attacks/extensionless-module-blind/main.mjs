import { n } from "./lib/core";

console.log(n);
