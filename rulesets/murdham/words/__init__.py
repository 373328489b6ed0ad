"""The words: lines of the log, the panel of a combatant, and its features."""
