// tries: process.execve, which replaces Node by another program, or by itself
// expect: exit 0 or signal SIGABRT
// denial[bare]: execve|execveat *
import process from 'node:process';

for (const path of ['/bin/sh', process.execPath]) {
  try {
    process.execve(path, [path, '-e', 'console.log("BREACH")'], {});
  } catch (error) {
    console.log('refused:', error.code);
  }
}
