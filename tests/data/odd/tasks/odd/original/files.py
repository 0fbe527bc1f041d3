import sys

try:
    with open("in.txt", "rb") as stream:
        text = stream.read()
except FileNotFoundError:
    sys.exit(3)
with open("out.txt", "wb") as stream:
    stream.write(text.upper())
