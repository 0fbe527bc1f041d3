import fs from 'node:fs';
console.log(fs.readFileSync(3));
