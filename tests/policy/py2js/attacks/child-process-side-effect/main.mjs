import 'node:child_process';
const m = await import('node:child_process');
m.exec('id');
