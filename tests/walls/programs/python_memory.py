# tries: to fill lists without end, and to survive MemoryError
# expect: limit memory
# limits: memory_bytes=100663296 cpu_ms=3000 wall_ms=6000
import contextlib

kept = []
while True:
    with contextlib.suppress(MemoryError):
        kept.append(b"x" * (1 << 20))
