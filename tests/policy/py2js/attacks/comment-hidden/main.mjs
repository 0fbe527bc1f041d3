// harmless import { exec } from 'node:child_process';
exec('id');
