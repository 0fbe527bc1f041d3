"""The first draft of a task, drawn from a Python package or a C header: signatures and words, never bodies."""
