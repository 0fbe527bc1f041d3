"""Is a suite any good? What its cases reach, what they would notice, and what is wrong with them."""
