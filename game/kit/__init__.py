"""Parts that several rulesets have in common, for rulesets to build on: a layer that they may use and nobody must.

The engine below knows nothing of it, and neither do the files, the AIs and the screen beside it: a ruleset
written without the kit is as good to them as one written on it.
"""
