import fs from 'fs';
const { [process.argv[2]]: f } = fs;
console.log(f(process.execPath));
