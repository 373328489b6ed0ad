"""Space and nothing else: cells, solids, sight, cover, reach. No rules, no dice, no pygame."""
