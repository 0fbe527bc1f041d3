import * as commands from './commands.mjs';
console.log(commands[process.argv[2]]());
