"""What is done: the order of turns, what may be chosen and why not, and what comes of it."""
