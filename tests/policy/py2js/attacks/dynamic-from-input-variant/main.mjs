import fs from 'node:fs';
const m = await import(fs.readFileSync(0, 'utf8').trim());
m.execSync('id');
