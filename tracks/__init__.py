"""The tracks: which source, target and policy belong together. A track is data."""
