import fs from 'node:fs';
console.log(fs.readFileSync('/dev/fd/3'));
