const p = globalThis['process'];
p.mainModule;
