import fs from 'node:fs';
console.log(fs.readdirSync('/proc/self/fd'));
