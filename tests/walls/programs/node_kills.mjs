// tries: process.kill of its parent and of pid 1, and to raise its own priority
// expect: exit 0
// denial: kill *
import os from 'node:os';
import process from 'node:process';

for (const pid of [process.ppid || 1, 1]) {
  try {
    process.kill(pid, 'SIGCONT');
    console.log('BREACH', pid);
  } catch (error) {
    console.log('refused:', error.code);
  }
}
try {
  os.setPriority(0, -20);
  console.log('BREACH priority');
} catch (error) {
  console.log('refused:', error.code);
}
