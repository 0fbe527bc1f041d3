const { ['eval']: run } = global;
console.log(run('1'));
