"""What stands round the board: cards, the log, the order of turns, goals, the line of time, forms."""
