// tries: to write to stdout and to stderr without end, by stream and by descriptor
// expect: limit stdout or limit stderr
import fs from 'node:fs';
import process from 'node:process';

const piece = Buffer.alloc(65536, 'f');
for (;;) {
  process.stdout.write(piece);
  fs.writeSync(2, piece);
}
