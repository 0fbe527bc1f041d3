import fs from 'node:fs';
let text = '';
try {
  text = fs.readFileSync(0, 'utf8');
} catch (error) {
  if (error.code !== 'EAGAIN') throw error;
}
console.log(text.length);
