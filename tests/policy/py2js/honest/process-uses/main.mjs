process.stdout.write(`${process.argv.length > 1} ${typeof process.env.HOME} ${process.platform.length > 0}\n`);
process.on('exit', () => {});
process.exitCode = 0;
