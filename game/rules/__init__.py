"""The engine: questions, events, state, table, match, odds. No ruleset, no pygame, no clock, no chance."""
