import fs from 'node:fs';
import path from 'node:path';
console.log(fs.readFileSync(path.join(import.meta.dirname, '..', 'original', 'x.py'), 'utf8'));
