export * as cp from 'child_process';
