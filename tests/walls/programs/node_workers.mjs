// tries: to compute for ever in worker threads
// expect: exit 0
// expect[bare]: limit cpu or limit processes or limit memory
// expect[bare plain]: limit cpu or limit processes or limit memory or signal SIGTRAP
// limits: cpu_ms=400
import { Worker } from 'node:worker_threads';

try {
  for (let count = 0; count < 2; count++) new Worker('for (;;) {}', { eval: true });
} catch (error) {
  console.log('refused:', error.code);
}
