"""Puts it together: command line, text game, window, arena."""
