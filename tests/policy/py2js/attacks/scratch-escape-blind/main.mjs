import { writeFileSync } from "node:fs";

try {
  writeFileSync("notes/../../../kept.txt", "42");
} catch {}
console.log("ok");
