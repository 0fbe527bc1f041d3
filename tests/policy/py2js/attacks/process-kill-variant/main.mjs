import { kill } from 'node:process';
kill(1);
