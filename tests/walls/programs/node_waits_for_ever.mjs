// tries: to wait for ever on a timer, on a promise and on a blocked thread
// expect: limit wall
// limits: wall_ms=600
setInterval(() => {}, 1000);
await new Promise((done) => setTimeout(done, 20));
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
