import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
fs.writeFileSync('x.mjs', 'export default 1');
const m = await import(pathToFileURL(fs.realpathSync('x.mjs')));
console.log(m.default);
