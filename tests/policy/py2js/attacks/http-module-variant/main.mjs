import { request } from 'http2';
request('x');
