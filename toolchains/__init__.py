"""Toolchains: how a language is built and run here, and the proof that it works."""
