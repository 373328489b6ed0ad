"""The game in a window. From the bottom to the top; no module imports one that stands further down this list:

1. ``battle``: one battle on the screen. ``stage`` is all there is to draw of it, ``commanding`` what can be done.
2. ``destinations``: where a screen can ask to go, a value for each place, which opens its screen by name.
3. ``loop``: the window with its pile of screens, events, time and pictures.
4. ``screens``: each one screen; none knows another. ``screens.battle`` carries a battle's commands out. ``doctor``,
   ``drafting`` and ``setting_up`` are what the screens for maps and for battles and units to be set up are made of.
5. ``window`` opens it; ``pilot`` plays it from a program, as tests do; ``exporting`` writes a battle for others.
"""
