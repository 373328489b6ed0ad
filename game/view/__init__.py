"""What is drawn, with pygame: the ``board``, ``panels`` round it, ``widgets``, ``motion``. Knows values, no ruleset."""
