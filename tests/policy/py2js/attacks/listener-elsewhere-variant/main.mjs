import { heard } from './heard.mjs';
process.once('exit', (null, heard));
