function name(prefix) {
  return prefix + 'child_process';
}
const m = await import(name('node:'));
m.exec('id');
