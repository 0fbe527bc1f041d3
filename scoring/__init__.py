"""Numbers: pure functions from verdict counts to rates and intervals. docs/numbers.md explains and measures them."""
