import os
import sys

sys.stdout.write("ending\n")
sys.stderr.write(sys.argv[1] + "\n")
sys.stdout.flush()
sys.stderr.flush()
if sys.argv[1] == "abort":
    os.abort()
sys.exit(int(sys.argv[1]))
