const p = globalThis['process'];
p.mainModule.require('child_process');
