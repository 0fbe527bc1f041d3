import { readFileSync, existsSync } from 'node:fs';
const path = process.argv[2];
console.log(existsSync(path) ? readFileSync(path, 'utf8') : `no file ${path}`);
