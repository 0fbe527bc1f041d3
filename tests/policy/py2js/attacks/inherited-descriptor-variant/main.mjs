import { readSync } from 'node:fs';
const fd = 2 + 3;
readSync(fd, Buffer.alloc(1));
