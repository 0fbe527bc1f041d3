# tries: system calls through ctypes: exec, ptrace, mount, unshare, a pipe to the parent's memory
# expect: exit 0
# denial: ptrace *
# denial: unshare *
# args: {replayer}
import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
parent = os.getppid() or 1


def attempt(what, result):
    print("refused" if result < 0 else "BREACH", what, ctypes.get_errno() if result < 0 else result)


attempt("ptrace", libc.ptrace(16, parent, 0, 0))
attempt("ptrace of the replayer", libc.ptrace(16, int(sys.argv[1]), 0, 0))
attempt("unshare", libc.unshare(0x10000000))
attempt("mount", libc.mount(b"none", b".", b"tmpfs", 0, None))
attempt("chroot", libc.chroot(b"."))
attempt("prctl for capabilities", libc.prctl(47, 2, 21, 0, 0))
attempt("open_by_handle_at", libc.open_by_handle_at(-100, ctypes.create_string_buffer(b"\x08\0\0\0\x01\0\0\0\x02"), 0))
attempt("execve", libc.execve(b"/bin/sh", (ctypes.c_char_p * 2)(b"sh", None), None))
