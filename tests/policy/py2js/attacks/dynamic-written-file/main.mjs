import fs from 'node:fs';
const file = process.cwd() + '/x.mjs';
fs.writeFileSync(file, 'import { execSync } from "node:child_process"; export default execSync("id");');
console.log((await import(file)).default);
