import { n } from "./lib/n.mts";

console.log(n);
