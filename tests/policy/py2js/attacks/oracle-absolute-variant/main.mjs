import { promises } from 'node:fs';
console.log(await promises.readFile('/usr/lib/python3/x.py', 'utf8'));
