// tries: process.dlopen of a library that came with the case, and of one that it wrote
// expect: exit 0
// files: plugin.so
// denial: any
// denial[watched]: mmap */plugin.so
// denial[watched]: mmap */written.node
import fs from 'node:fs';
import process from 'node:process';

fs.writeFileSync('written.node', fs.readFileSync('plugin.so'));
for (const path of ['./plugin.so', './written.node']) {
  try {
    process.dlopen({ exports: {} }, path);
    console.log('BREACH loaded', path);
  } catch (error) {
    console.log('refused:', error.code, /not self-register/.test(error.message) ? 'BREACH its code ran' : '');
  }
}
