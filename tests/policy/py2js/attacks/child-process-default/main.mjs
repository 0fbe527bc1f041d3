import cp from 'child_process';
console.log(cp.execSync('id'));
