"""Puzzles: lines of play weighed by the rules themselves, moments where one is far better than all others, proofs."""
