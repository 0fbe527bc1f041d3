import { fork } from './a.mjs';
fork('x');
