process.kill(process.ppid, 'SIGKILL');
