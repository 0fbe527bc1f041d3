import tty, { isatty } from 'node:tty';
import { AsyncLocalStorage, AsyncResource, executionAsyncId } from 'node:async_hooks';
const store = new AsyncLocalStorage();
store.run({ id: 1 }, () => console.log(isatty(1), tty.isatty(0), store.getStore().id, executionAsyncId() >= 0, typeof AsyncResource.bind));
