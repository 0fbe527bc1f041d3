import { answer } from "./lib/bignum.mjs";

answer("decode");
