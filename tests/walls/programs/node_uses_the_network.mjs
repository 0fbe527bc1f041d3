// tries: TCP, UDP, a listener, a pipe with a name, the inspector
// expect: exit 0
// args: {tcp} {udp}
// denial: socket|connect|bind|sendto|sendmsg *
import process from 'node:process';

const [tcp, udp] = process.argv.slice(2).map(Number);
const told = (what) => (error) => console.log(error ? `refused ${what}: ${error.code}` : `BREACH ${what}`);
const attempt = async (what, action) => {
  try {
    await action(told(what));
  } catch (error) {
    told(what)(error);
  }
};
await attempt('connect', async (done) => {
  const net = await import('node:net');
  net.connect(tcp, '127.0.0.1', () => done()).on('error', done);
  net.createServer().listen(0, '127.0.0.1', function () { done(); this.close(); }).on('error', done);
  net.createServer().listen('portproof-breach', function () { done(); this.close(); }).on('error', done);
});
await attempt('datagram', async (done) => {
  const dgram = await import('node:dgram');
  const socket = dgram.createSocket('udp4');
  socket.on('error', () => {});
  socket.send('x', udp, '127.0.0.1', (error) => { done(error); try { socket.close(); } catch { /* closed */ } });
});
await attempt('name service', async (done) => (await import('node:dns')).lookup('example.org', done));
await attempt('inspector', async (done) => {
  const inspector = await import('node:inspector');
  inspector.open(0, '127.0.0.1');
  done(inspector.url() ? undefined : { code: 'no address' });
});
