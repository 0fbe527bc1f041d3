import * as fs from 'node:fs';
console.log(fs[process.argv[2]](process.execPath));
