import os
import sys

sys.stdout.buffer.write(bytes(range(int(sys.argv[1]), 256)))
for word in sys.argv[2:]:
    sys.stdout.buffer.write(os.fsencode(word))
sys.stdout.buffer.write(sys.stdin.buffer.read())
