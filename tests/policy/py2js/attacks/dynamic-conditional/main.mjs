const m = await import(process.argv[2] ? './safe.mjs' : 'child_process');
m.exec('id');
