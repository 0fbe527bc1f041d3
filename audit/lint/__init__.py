"""What is wrong with a suite before a case is run."""
