import hooks from 'node:async_hooks';
setTimeout(() => console.log(hooks.executionAsyncResource().constructor), 1);
