import { DatabaseSync } from 'node:sqlite';
new DatabaseSync(':memory:');
