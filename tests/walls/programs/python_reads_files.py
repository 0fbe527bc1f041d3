# tries: to read the pack, /etc and /proc with open() and through os
# expect: exit 0
# denial: openat */pack/outcomes.jsonl
# denial: openat /etc/passwd
# denial: openat /etc/shadow
# denial: openat /proc/self/environ
# denial: openat /proc/self/mem
# denial: openat /proc/1/environ
# denial[watched]: openat */pack/outcomes.jsonl
# denial[watched]: openat /etc/passwd
# denial[watched]: openat /etc/shadow
# denial[watched]: openat /proc/1/environ
# args: {pack}
import os
import sys

for path in (sys.argv[1], "/etc/passwd", "/etc/shadow", "/proc/self/environ", "/proc/1/environ", "/proc/self/mem"):
    for flags in (os.O_RDONLY, os.O_RDWR):
        try:
            os.open(path, flags)
        except OSError as error:
            print("refused", path, error.errno)
        else:
            print("BREACH", path)
