"""The oracle: capture it from the original, store it as a pack, compare outcomes with it."""
