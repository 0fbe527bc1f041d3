const m = await import('node:child' + '_' + 'process');
m.exec('id');
