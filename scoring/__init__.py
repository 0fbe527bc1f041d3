"""Numbers: pure functions from verdict counts to rates and intervals."""
