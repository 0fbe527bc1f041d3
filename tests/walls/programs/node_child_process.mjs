// tries: child_process: spawn, exec, fork, in sync and async forms
// expect: exit 0
// denial[bare]: execve|execveat *
import process from 'node:process';

const attempts = [
  (m) => m.execFileSync('/bin/sh', ['-c', 'echo BREACH']),
  (m) => m.execSync('echo BREACH'),
  (m) => { const r = m.spawnSync(process.execPath, ['-e', 'console.log("BREACH")']); if (r.error) throw r.error; },
];
const m = await import('node:child_process').catch((error) => console.log('refused import:', error.code));
for (const attempt of m ? attempts : []) {
  try {
    attempt(m);
    console.log('BREACH', attempt.toString());
  } catch (error) {
    console.log('refused:', error.code);
  }
}
if (m) {
  try {
    const child = m.spawn('/bin/sh', ['-c', 'echo BREACH']);
    child.on('error', (error) => console.log('refused spawn:', error.code));
    child.on('exit', (code) => console.log('BREACH spawn', code));
  } catch (error) {
    console.log('refused spawn:', error.code);
  }
}
