import fs from 'node:fs';
fs.readFileSync('../../harness/run.json');
