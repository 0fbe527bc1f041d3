import { readdirSync } from "fs";

const list = readdirSync("/dev/./fd/");
console.log(list.length);
