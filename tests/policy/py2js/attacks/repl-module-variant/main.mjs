import { start } from 'repl';
start();
