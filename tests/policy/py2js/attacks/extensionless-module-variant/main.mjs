import run from './run.txt';
run();
