import defer * as cp from 'node:child_process';
cp.exec('id');
