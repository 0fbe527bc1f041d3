import { exec } from 'node:\x63hild_process';
exec('id');
