console.log(process['bin' + 'ding']('spawn_sync'));
