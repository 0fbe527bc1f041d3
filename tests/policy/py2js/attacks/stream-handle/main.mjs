const Pipe = process.stdout._handle.constructor;
new Pipe(1);
