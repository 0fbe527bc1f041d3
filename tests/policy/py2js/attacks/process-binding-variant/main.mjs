const { binding } = process;
binding('spawn_sync');
