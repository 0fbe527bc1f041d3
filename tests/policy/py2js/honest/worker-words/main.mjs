class Worker {
  constructor(name) { this.name = name; }
}
class Socket {}
const cluster = [new Worker('a'), new Worker('b')];
console.log(cluster.map((w) => w.name).join(), new Socket() instanceof Socket);
