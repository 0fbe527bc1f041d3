const { WebAssembly: W } = globalThis;
new W.Module(new Uint8Array(8));
