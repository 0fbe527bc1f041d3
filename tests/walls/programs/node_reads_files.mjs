// tries: to read and write what is not its own: /proc, /etc, the pack, other devices
// expect: exit 0
// args: {pack}
// denial: none
// denial[bare]: openat */pack/outcomes.jsonl
// denial[bare]: openat /etc/passwd
// denial[bare]: openat /etc/shadow
// denial[bare]: openat /dev/mem
// denial[watched]: openat */pack/outcomes.jsonl
// denial[watched]: openat /etc/passwd
// denial[watched]: openat /etc/shadow
// denial[watched]: openat /dev/mem
import fs from 'node:fs';
import process from 'node:process';

const paths = [process.argv[2], '/etc/passwd', '/etc/shadow', '/proc/self/environ', '/proc/self/maps', '/proc/self/mem',
  '/proc/1/cmdline', '/sys/kernel/notes', '/dev/mem', '../../../../../../../../etc/passwd', 'link'];
try { fs.symlinkSync('/etc/passwd', 'link'); } catch (error) { console.log('refused link:', error.code); }
for (const path of paths) {
  try {
    const fd = fs.openSync(path, 'r');
    console.log('BREACH', path, fs.readSync(fd, Buffer.alloc(16)));
  } catch (error) {
    console.log('refused:', error.code);
  }
  try {
    fs.writeFileSync(path, 'x', { flag: 'r+' });
    console.log('BREACH wrote', path);
  } catch (error) {
    console.log('refused:', error.code);
  }
}
