import * as t from './tools.mjs';
t.cp.exec('id');
