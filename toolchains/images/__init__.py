"""Toolchain images: what is in each, how it is made (of this host or from a Dockerfile), and proof that it works."""
