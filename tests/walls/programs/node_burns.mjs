// tries: to compute for ever in the main thread while timers and the thread pool are busy
// expect: limit cpu
// limits: cpu_ms=400
import crypto from 'node:crypto';

for (let count = 0; count < 4; count++) crypto.pbkdf2('p', 's', 1e8, 64, 'sha512', () => {});
setTimeout(() => { for (;;); }, 5);
