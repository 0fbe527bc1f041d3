const name = () => 'child_process';
const m = await import(name());
m.exec('id');
