// tries: to keep buffers and strings without end
// expect: limit memory
const kept = [];
for (;;) kept.push(Buffer.alloc(1 << 22, 1));
