import cluster from 'node:cluster';
cluster.fork();
