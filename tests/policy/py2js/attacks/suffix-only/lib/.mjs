import vm from 'node:vm';
console.log(vm.runInThisContext('1'));
