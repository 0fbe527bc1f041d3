"""Which lines and branches of an original its cases reach."""
