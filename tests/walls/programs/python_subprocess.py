# tries: subprocess, os.system, os.execv, os.posix_spawn and multiprocessing
# expect: exit 0
# denial: execve /bin/sh
# denial: execve */python3
import os
import subprocess
import sys


def attempt(what, action):
    try:
        result = action()
    except OSError as error:
        print("refused", what, error.errno)
    else:
        print("BREACH" if result == 0 else "refused", what, result)


attempt("run", lambda: subprocess.run(["/bin/sh", "-c", "echo BREACH"], check=False).returncode)
attempt("shell", lambda: subprocess.run("echo BREACH", shell=True, check=False).returncode)
attempt("itself", lambda: subprocess.run([sys.executable, "-c", "print('BREACH')"], check=False).returncode)
attempt("system", lambda: os.system("true"))
attempt("spawn", lambda: os.waitpid(os.posix_spawn("/bin/sh", ["sh", "-c", ":"], {}), 0)[1])
attempt("exec", lambda: os.execv("/bin/sh", ["sh", "-c", "echo BREACH"]))
