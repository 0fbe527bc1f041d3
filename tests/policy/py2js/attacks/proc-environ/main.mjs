import fs from 'node:fs';
console.log(fs.readFileSync('/proc/self/environ', 'utf8'));
