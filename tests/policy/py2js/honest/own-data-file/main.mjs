import fs from 'node:fs';
const table = JSON.parse(fs.readFileSync(new URL('./data/table.json', import.meta.url), 'utf8'));
console.log(table.a);
