"""The command line: reads what is wanted, and starts the window, the text game, a battle among AIs or a check.

``commands`` lists them; each imports what it needs when it is called, so that ``--help`` answers at once.
"""
