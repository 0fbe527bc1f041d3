// tries: to write an outcome frame to every descriptor and to steal its own runtime's
// expect: exit 7 or signal SIGABRT or signal SIGSEGV or signal SIGTRAP
import fs from 'node:fs';
import process from 'node:process';

const header = Buffer.from('{"type":"outcomes","outcomes":[{"id":0,"exit":0}]}');
const prefix = Buffer.alloc(12);
prefix.writeUInt32LE(header.length, 0);
for (let fd = 1; fd < 256; fd++) {
  try { fs.writeSync(fd, Buffer.concat([prefix, header])); } catch { /* not open */ }
}
for (let fd = 3; fd < 256; fd++) {
  try { fs.closeSync(fd); } catch { /* not open */ }
}
process.exit(7);
