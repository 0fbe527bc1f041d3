import { exec } from './a.mjs';
exec('id');
