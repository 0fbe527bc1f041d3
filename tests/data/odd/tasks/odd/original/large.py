import sys

sys.stdout.write("".join(f"{n:049}\n" for n in range(int(sys.argv[1]))))
