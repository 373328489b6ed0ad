"""What every way of playing shares, without pygame: from the wish to a battle that goes on, and what is kept of it.

A command or a menu makes a ``start.StartRequest``. ``start.sit_down`` finds the file and gives a ``session.Session``:
the match, who plays which seat (``seating``), where the dice come from (``dice``), where it is saved (``autosave``).
``recording`` goes through a battle that was fought, beat by beat. ``inspection``, ``speech``, ``battle_log`` and
``decision_log`` find the words. ``thinking`` is a thread beside a window, ``workers`` are processes beside a command.
"""
