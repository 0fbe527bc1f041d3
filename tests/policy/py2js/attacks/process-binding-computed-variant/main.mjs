const b = 'binding';
console.log(process[b]('spawn_sync'));
