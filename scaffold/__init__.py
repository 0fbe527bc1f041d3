"""The first draft of a task, drawn from an installed Python package or a C header: signatures and words, never bodies."""
