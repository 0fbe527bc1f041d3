"""Suites on disk: read them and report every mistake at once. It never runs anything."""
