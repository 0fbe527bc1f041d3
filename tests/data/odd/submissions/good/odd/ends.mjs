import { write } from './out.mjs';

write(1, 'ending\n');
write(2, `${process.argv[2]}\n`);
if (process.argv[2] === 'abort') process.abort();
process.exitCode = Number(process.argv[2]);
