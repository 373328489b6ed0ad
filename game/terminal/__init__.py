"""The text game.

``text`` drives a battle, ``telling`` says what the person there may know, ``verbs`` are what can be typed besides
answers; ``choices``, ``text_map``, ``explain`` and ``lookup`` write what is asked for.
"""
