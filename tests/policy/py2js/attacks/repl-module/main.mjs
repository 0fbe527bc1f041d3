import repl from 'node:repl';
repl.start();
