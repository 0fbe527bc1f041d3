const { WebAssembly: W } = globalThis;
new W.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
