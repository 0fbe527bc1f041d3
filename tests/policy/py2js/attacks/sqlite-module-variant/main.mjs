import * as s from 'node:sqlite';
new s.DatabaseSync('x');
