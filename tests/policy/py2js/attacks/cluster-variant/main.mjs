import { fork } from 'cluster';
fork();
