import fs from 'node:fs';
const file = process.cwd() + '/x.mjs';
fs.writeFileSync(file, 'export default 1');
console.log((await import(file)).default);
