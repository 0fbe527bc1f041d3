class Server {
  running = true;
  stop = () => { this.running = false; };
  close() { this.running = false; }
}
const server = new Server();
process.on('exit', server.stop);
process.once('SIGTERM', server.close.bind(server));
process.on('uncaughtException', (error) => { process.stderr.write(`${error.message}\n`); process.exit(1); });
const done = new Promise((resolve) => process.once('beforeExit', resolve));
process.stdout.on('error', function (error) { this.destroyed || console.error(error); });
process.setMaxListeners(20).on('x', () => {});
console.log(server.running, done instanceof Promise);
