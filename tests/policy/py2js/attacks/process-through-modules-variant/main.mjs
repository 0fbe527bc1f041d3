import * as lib from './a.mjs';
lib.host.binding('x');
