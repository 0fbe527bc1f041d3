import { execFileSync as run } from 'node:child_process';
console.log(String(run('python3', ['original.py'])));
