"""Seats played by the computer: they answer questions by scoring options and by forking matches."""
