"""Units of a player's own: one that is written in a form, and what the rules make of it.

``trial`` has the rules put it on a small field, ``draft`` has the entry and every change to it.
"""
