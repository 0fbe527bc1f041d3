"""Layer 3 for JavaScript: what a module names, computes and reaches."""
