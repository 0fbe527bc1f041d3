import NAME from './a.mjs';
const m = await import('child_' + NAME);
m.exec('id');
