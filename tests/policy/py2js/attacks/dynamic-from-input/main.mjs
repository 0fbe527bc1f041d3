const m = await import(process.argv[2]);
m.execSync('id');
