import fs from 'node:fs';
fs.readdirSync('//sys/class');
