# tries: to leave a daemon behind by os.fork and os.setsid
# expect: exit 0
# prints: parent gone
import os
import signal
import sys
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(0.5)
            os.write(1, b"BREACH alive\n")
    os._exit(0)
os.wait()
sys.stdout.write("parent gone\n")
