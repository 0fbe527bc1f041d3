import { setTimeout as sleep } from 'node:timers/promises';
setTimeout(() => console.log('later'), 1);
await sleep(5);
setImmediate(function () {
  console.log('done');
});
