import fs from 'node:fs';
import { write } from './out.mjs';

const first = Number(process.argv[2]);
write(1, Array.from({ length: 256 - first }, (_, i) => first + i));
for (const word of process.argv.slice(3)) write(1, word);
write(1, fs.readFileSync(0));
