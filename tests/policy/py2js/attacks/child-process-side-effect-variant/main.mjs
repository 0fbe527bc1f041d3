import'child_process'
process.getBuiltinModule('child_process').execSync('id');
