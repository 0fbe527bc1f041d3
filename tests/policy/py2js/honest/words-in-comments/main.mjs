// eval, new Function, require('child_process'), process.binding, import('x')
/* globalThis[x]; WebAssembly; fetch(); vm.runInContext */
console.log('ok');
