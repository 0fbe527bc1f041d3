const m = await import('child'.concat('_process'));
m.exec('id');
