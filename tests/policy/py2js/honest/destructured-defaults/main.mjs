function main({ argv = process.argv, out = process.stdout } = {}) {
  out.write(`${argv.slice(2).join()}\n`);
}
main({ argv: [0, 0, 'x', 'y'] });
