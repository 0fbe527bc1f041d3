import sys

print(sys.argv[1].title())
