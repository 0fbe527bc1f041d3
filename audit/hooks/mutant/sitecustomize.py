"""Seen by the interpreter of a Python original at its start, because PYTHONPATH names this folder: the module that
`-X mutant=FILE` is about gets the code of that file instead of its own.

The program must not notice: no variable, no entry of sys.path and no frame is left. FILE is a marshalled
pair, the path of the module's source and its code. Nothing here is ever imported by portproof itself."""

# Interfaces without types, in the interpreter of an original:
# mypy: ignore-errors

import os
import sys


def _install(path: str) -> None:
    from importlib.machinery import SourceFileLoader
    from marshal import load

    with open(path, "rb") as stream:
        name, code = load(stream)
    usual = SourceFileLoader.get_code

    def get_code(self, fullname):
        return code if self.path == name else usual(self, fullname)

    SourceFileLoader.get_code = get_code


os.environ.pop("PYTHONPATH", None)
sys.path.remove(os.path.dirname(__file__))
if isinstance(_path := sys._xoptions.pop("mutant", None), str):
    _install(_path)
