"""What is seen for a moment: arrows, dice, blasts, lines that rise over somebody."""
