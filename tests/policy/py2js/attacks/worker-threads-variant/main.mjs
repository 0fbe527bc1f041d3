import { Worker as Port } from 'worker_threads';
new Port('x', { eval: true });
