export { exec } from 'node:child_process';
