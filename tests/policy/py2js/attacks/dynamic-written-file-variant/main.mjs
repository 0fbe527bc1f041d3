import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
fs.writeFileSync('x.mjs', 'import { execSync } from "node:child_process"; export default execSync("id");');
const m = await import(pathToFileURL(fs.realpathSync('x.mjs')));
console.log(m.default);
