import source cp from 'child_process';
cp.exec('id');
