import fs from 'node:fs';

/** Writes all of `data` to the descriptor. */
export function write(fd, data) {
  const bytes = Buffer.from(data);
  for (let done = 0; done < bytes.length; ) done += fs.writeSync(fd, bytes, done);
}
