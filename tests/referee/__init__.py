"""A second reading of the rules: each book's referee judges the events of whole battles again, by sums of its own.

A referee reads events, sheets and the data of units, and asks the map for distances and lines of sight; it shares no
procedure with the ruleset that it judges. What it finds wrong is an objection: a rule, what was told, what it found.
"""
