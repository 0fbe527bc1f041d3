import table from './table.json' with { type: 'json' };
console.log(table.x);
