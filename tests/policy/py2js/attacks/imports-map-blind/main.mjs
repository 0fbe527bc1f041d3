import { n } from "#lib/n.mjs";

console.log(n);
