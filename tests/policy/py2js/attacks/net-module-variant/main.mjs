import { createConnection } from 'net';
createConnection('/tmp/sock');
