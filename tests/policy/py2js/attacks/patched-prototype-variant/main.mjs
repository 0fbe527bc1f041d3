import { EventEmitter } from 'node:events';
EventEmitter.prototype.eventNames = function () {
  return [this.binding('fs')];
};
console.log(process.eventNames());
