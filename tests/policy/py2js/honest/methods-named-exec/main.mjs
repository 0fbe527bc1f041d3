class Engine {
  exec(sql) { return `exec ${sql}`; }
  spawn(x) { return [x]; }
  system() { return 'system'; }
  require(name) { return name; }
}
const e = new Engine();
console.log(e.exec('select 1'), e.spawn(2), e.system(), e.require('child_process'));
