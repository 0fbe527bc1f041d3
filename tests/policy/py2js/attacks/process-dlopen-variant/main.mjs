import { dlopen } from 'process';
dlopen({}, 'x');
