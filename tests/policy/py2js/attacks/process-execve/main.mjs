process.execve('/usr/bin/python3', ['python3', 'original.py']);
