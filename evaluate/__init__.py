"""The route of a submission: check, build, replay, compare, record."""
