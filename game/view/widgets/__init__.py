"""What is pressed, typed and read on a screen, and what all of it is drawn with: colours, type, pictures."""
