# tries: to start threads without end
# expect: limit processes
# limits: wall_ms=2000
# disturbs[landlock plain]: without root or user namespaces all slots have one user id and one count of processes
import threading
import time

while True:
    try:
        threading.Thread(target=time.sleep, args=(3600,)).start()
    except RuntimeError:
        time.sleep(0.001)
