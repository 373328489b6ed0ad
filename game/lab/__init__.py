"""Battles among AIs.

``arena`` has them fight many, ``learning`` learns weights by them, ``win_forecast`` tells from a few how one may end,
``series`` fights many contests of one plan and draws what they come to, ``habits`` counts what they do.
"""
