"""Seen by the interpreter of a Python original at its start, because PYTHONPATH names this folder: with
`-X coverage=FOLDER` the process is traced by the tracer of coverage.py, whose file is FOLDER/tracer.so, and leaves what
it saw in its working directory. FOLDER/names lists the files that are traced.

Only the tracer is loaded: all of coverage.py would take longer than most cases do. The file is a marshalled
dictionary of sets, lines from-to packed into integers as the tracer does it; `EXAMPLE` is one of them, whose only line
is 1, so that a reader can tell how they are packed. Nothing here is ever imported by portproof itself."""

# Interfaces without types, in the interpreter of an original:
# mypy: ignore-errors

import os
import sys

DATA = "portproof.coverage"
EXAMPLE = "example"


def _install(folder: str) -> None:
    import _imp
    import atexit
    import marshal
    import threading
    from _frozen_importlib import ModuleSpec

    spec = ModuleSpec("coverage.tracer", None, origin=f"{folder}/tracer.so")
    module = _imp.create_dynamic(spec)
    _imp.exec_dynamic(module)
    with open(f"{folder}/names", encoding="utf-8") as stream:
        names = stream.read().split("\n")

    def disposition(name, trace):
        found = module.CFileDisposition()
        found.original_filename = found.canonical_filename = found.source_filename = name
        found.trace, found.reason, found.file_tracer, found.has_dynamic_filename = trace, "", None, False
        return found

    data: dict[str, set[int]] = {}
    known = {name: disposition(name, True) for name in (EXAMPLE, *names)}
    data_file = os.path.join(os.getcwd(), DATA)
    lock = threading.Lock()
    tracers = []

    def start():
        tracer = module.CTracer()
        settings = {
            "data": data,
            "trace_arcs": True,
            "should_trace": lambda name, frame: disposition(name, False),
            "should_trace_cache": known,
            "warn": lambda *words, **more: None,
            "concur_id_func": None,
            "file_tracers": {},
            "check_include": lambda name, frame: False,
            "should_start_context": None,
            "switch_context": None,
            "disable_plugin": None,
            "lock_data": lock.acquire,
            "unlock_data": lock.release,
        }
        for name, value in settings.items():
            if hasattr(tracer, name):  # versions differ
                setattr(tracer, name, value)
        tracers.append(tracer)
        return tracer.start()

    def of_thread(frame, event, arg):
        sys.settrace(None)
        function = start()
        return function(frame, event, arg) if function else function

    def end() -> None:
        for tracer in tracers:
            tracer.stop()
        with open(data_file, "wb") as stream:
            marshal.dump({name: set(found) for name, found in data.items()}, stream)

    atexit.register(end)
    threading.settrace(of_thread)
    start()
    exec(compile("0", EXAMPLE, "exec"), {})


os.environ.pop("PYTHONPATH", None)
sys.path.remove(os.path.dirname(__file__))
if isinstance(_folder := sys._xoptions.pop("coverage", None), str):
    _install(_folder)
