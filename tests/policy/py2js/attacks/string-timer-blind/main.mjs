import { setInterval as every } from "timers";

const code = ["console", "log(6 * 7)"].join(".");
const it = every(code, 1);
it.unref();
