import { run } from './run.mts';
run('id');
