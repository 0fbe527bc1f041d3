"""Other people's formats: suites and submissions brought in and given back. It never judges and never runs a port."""
