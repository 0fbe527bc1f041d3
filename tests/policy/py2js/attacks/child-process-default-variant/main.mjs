import * as system from 'child_process';
system.exec('id');
