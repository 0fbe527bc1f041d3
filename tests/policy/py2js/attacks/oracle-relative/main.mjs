import fs from 'node:fs';
console.log(fs.readFileSync(new URL('../pack/outcomes.jsonl', import.meta.url), 'utf8'));
