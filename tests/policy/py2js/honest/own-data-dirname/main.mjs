import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
const here = path.dirname(fileURLToPath(import.meta.url));
console.log(fs.readFileSync(path.join(here, 'data', '..', 'data', 't.txt'), 'utf8').trim());
