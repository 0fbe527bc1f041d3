process.getBuiltinModule('child_process').execSync('id');
