import dns from 'node:dns/promises';
await dns.lookup('example.org');
