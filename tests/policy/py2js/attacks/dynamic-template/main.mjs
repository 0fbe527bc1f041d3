const a = 'child';
const m = await import(`node:${a}_process`);
m.exec('id');
