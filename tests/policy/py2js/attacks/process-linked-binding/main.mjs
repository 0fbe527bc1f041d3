process._linkedBinding('spawn_sync');
