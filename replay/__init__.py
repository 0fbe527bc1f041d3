"""Running programs behind walls: the client of the native replayer. It knows nothing of verdicts."""
