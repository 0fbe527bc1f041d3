const k = process.argv[2];
process[k]('spawn_sync');
