export * from 'child_process';
