import { setEngine } from 'node:crypto';
setEngine('./x.so');
