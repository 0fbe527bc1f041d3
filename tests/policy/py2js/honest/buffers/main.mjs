import zlib from 'node:zlib';
import { Buffer } from 'node:buffer';
const b = Buffer.from('aGVsbG8=', 'base64');
console.log(b.toString(), zlib.crc32 ? 'crc' : 'crc', zlib.inflateSync(zlib.deflateSync(b)).toString('hex'), atob('aGk='));
