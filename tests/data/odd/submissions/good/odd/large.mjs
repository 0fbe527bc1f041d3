import { write } from './out.mjs';

const lines = Array.from({ length: Number(process.argv[2]) }, (_, n) => `${String(n).padStart(49, '0')}\n`);
write(1, lines.join(''));
