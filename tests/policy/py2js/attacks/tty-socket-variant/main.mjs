import * as terminal from 'tty';
class Line extends terminal.WriteStream {}
const line = Object.create(Line.prototype);
console.log(typeof line.connect);
