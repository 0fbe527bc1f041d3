import { EventEmitter } from 'node:events';
class Bus extends EventEmitter { emit(name, ...rest) { return super.emit(name, ...rest); } }
const bus = new Bus().setMaxListeners(3).on('go', function (key) { console.log(this instanceof Bus, this[key] !== undefined); });
bus.emit('go', 'listenerCount');
console.log(process instanceof EventEmitter, process.stdin instanceof Object);
