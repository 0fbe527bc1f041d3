import { createHook } from 'node:async_hooks';
import { readFile } from 'node:fs';
let Handle;
createHook({ init(id, type, trigger, resource) { Handle ??= resource.constructor; } }).enable();
readFile('x', () => console.log(Handle));
