"""Puts it together: command line, text game, window, arena.

From the wish to a battle: ``commands`` reads a command line, menus make a choice; both become a ``start.StartRequest``.
``start.sit_down`` finds the file and gives a ``session.Session``: the match, who plays which seat (``seating``), where
the dice come from (``dice``), where it is saved (``autosave``). Everything below plays a session.

- In a terminal: ``text`` drives the battle, ``telling`` says what the person there may know, ``verbs`` are what can be
  typed besides answers. ``choices``, ``place_names``, ``text_map``, ``battle_log`` and ``speech`` find the words.
- In a window, from the bottom to the top; no module imports one that stands further down this list:

  1. ``battle``: one battle on the screen. ``stage`` is all there is to draw of it, ``commanding`` what can be done.
  2. ``destinations``: where a screen can ask to go, a value for each place.
  3. ``loop``: the window with its pile of screens, events, time and pictures.
  4. ``screens``: each one screen; none knows another. ``screens.battle`` carries a battle's commands out.
  5. ``navigation``: the one place that knows all screens and puts on the one that was asked for.
  6. ``window`` opens it; ``pilot`` plays it from a program, as tests do.

- Without anybody: ``arena`` has AIs fight many battles; ``outlook`` says from a few of them what to expect of one.
  ``replays``, ``checks``, ``sight_report`` and ``lookup`` are commands of their own.
- Of what was fought: ``recording`` goes through it beat by beat, ``film`` draws it, ``exporting`` writes it for others.

Shared by all: ``crash`` (no traceback for a player), ``folders``, ``preferences``, ``thinking`` (a thread beside the
window), ``settling`` (memory).
"""
