import { answer } from "./lib/bignum.mjs";

answer("encode");
