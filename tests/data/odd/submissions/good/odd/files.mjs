import fs from 'node:fs';

if (fs.existsSync('in.txt')) {
  const text = fs.readFileSync('in.txt').map((byte) => (byte >= 97 && byte <= 122 ? byte - 32 : byte));
  fs.writeFileSync('out.txt', text);
} else {
  process.exitCode = 3;
}
