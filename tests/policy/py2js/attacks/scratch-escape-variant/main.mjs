import { openSync } from 'node:fs';
openSync('a/../../x');
