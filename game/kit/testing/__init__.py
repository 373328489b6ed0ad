"""Battles under test: stand people on ground drawn in letters, answer by key, feed dice, and look at what came of it.

For the tests of rulesets, in this project or anywhere else. A ruleset's tests derive a ``Fight`` of their own from
``CellFight`` or ``ZoneFight`` and give it what only the ruleset knows.
"""
