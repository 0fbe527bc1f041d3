import fs from 'node:fs';
fs.appendFileSync('/tmp/count', 'x');
