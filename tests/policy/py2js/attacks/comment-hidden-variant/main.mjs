// harmlessimport { exec } from 'child_process';exec('id');
