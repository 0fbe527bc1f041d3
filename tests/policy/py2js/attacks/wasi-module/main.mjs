import { WASI } from 'node:wasi';
new WASI({ version: 'preview1' });
