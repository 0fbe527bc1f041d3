import * as all from "node:process";

const { default: self } = all;
const again = [self][0];
again.dlopen({ exports: {} }, "./x");
