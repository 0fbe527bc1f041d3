"""New cases, fresh hidden sets, and cases that add nothing."""
