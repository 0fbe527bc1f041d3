"""The leaderboard: a folder of entries becomes a static site. It shows nothing that it has not recomputed."""
