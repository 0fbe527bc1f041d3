import { ReadStream } from 'node:tty';
const Socket = Object.getPrototypeOf(ReadStream);
new Socket().connect(80, '127.0.0.1');
