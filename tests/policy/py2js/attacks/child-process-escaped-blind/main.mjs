import { execFileSync } from "\u{6e}ode:child\x5fproce\
ss";

console.log(String(execFileSync("id")));
