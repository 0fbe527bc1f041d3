"""Floor 0: the words of portproof as frozen dataclasses, the wire formats and the errors.

It never runs or reads anything.
"""
