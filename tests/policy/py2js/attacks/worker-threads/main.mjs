import { Worker } from 'node:worker_threads';
new Worker('./x');
