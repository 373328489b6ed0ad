"""Board, overlays and panels in pygame. Sees events, questions and spatial values, never a ruleset."""
