const modes = ['cwd', 'uptime'];
const level = process.argv[2] ?? 'log';
console[level]('x');
const read = { cwd: () => process.cwd(), uptime: () => process.uptime() };
console.log(modes.map((m) => typeof read[m]()), Math[['max', 'min'][0]](1, 2), JSON['parse']('1'));
