import process, { argv, stdout } from 'node:process';
const { stderr, env } = process;
stdout.write(`${argv.length} ${typeof stderr} ${typeof env}\n`);
