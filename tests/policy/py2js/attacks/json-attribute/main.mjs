import data from '../x.json' with { type: 'json' };
console.log(data);
