import os from 'node:os';
os.setPriority(process.ppid, 19);
