import fs from 'node:fs';
console.log(fs.readFileSync('/etc/passwd', 'utf8'));
