console.log(process.binding('spawn_sync'));
