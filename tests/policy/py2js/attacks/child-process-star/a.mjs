export * from 'node:child_process';
