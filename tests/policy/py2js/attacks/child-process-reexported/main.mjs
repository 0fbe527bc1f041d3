import { exec } from './lib/tools.mjs';
exec('id');
