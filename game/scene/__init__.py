"""Battle as one pair of eyes sees it, as plain values: tokens, places, animations, the log. No pygame, no rules.

``scene`` is what the board shows now; ``playhead`` plays what happened, event by event, and changes the scene.
"""
