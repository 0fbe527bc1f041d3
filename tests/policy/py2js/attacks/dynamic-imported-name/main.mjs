import { NAME } from './names.mjs';
const m = await import(NAME);
m.exec('id');
