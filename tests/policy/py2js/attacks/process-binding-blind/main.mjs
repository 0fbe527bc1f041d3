import { binding as ask } from "process";

console.log(typeof ask("fs"));
