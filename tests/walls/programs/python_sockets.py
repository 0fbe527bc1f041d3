# tries: the socket module: TCP, UDP, netlink, an abstract name, a server
# expect: exit 0
# denial: socket AF_INET stream
# denial: socket AF_INET datagram
# denial: socket AF_UNIX stream
# args: {tcp} {udp} {abstract}
import socket
import sys

tcp, udp, abstract = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]


def attempt(what, action):
    try:
        action()
    except OSError as error:
        print("refused", what, error.errno)
    else:
        print("BREACH", what)


attempt("connect", lambda: socket.create_connection(("127.0.0.1", tcp), 1))
attempt("send", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", udp)))
attempt("serve", lambda: socket.create_server(("127.0.0.1", 0)))
attempt("abstract", lambda: socket.socket(socket.AF_UNIX).connect("\0" + abstract))
attempt("path", lambda: socket.socket(socket.AF_UNIX).bind("portproof-breach"))
attempt("name service", lambda: socket.getaddrinfo("example.org", 80))
