import { host } from "./a.mjs";

export const self = host;
