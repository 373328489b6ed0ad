"""One battle on the screen: what is known of it, how it is drawn, and what the player's hands do to it.

``stage`` holds it: who plays and looks (``perspective``), how far it has come (``driver``), what the open question
offers (``preview``, ``forecast``, ``prompt``, ``countdown``), what is seen (``vision``). ``draw_battle`` draws a
stage, with ``draw_places`` and ``sightlines``; ``camera_work`` and ``ask`` point its camera and put a question on it.
``input`` and ``actionbar`` turn events and buttons into the commands of ``commanding``. ``hints`` says what a newcomer
may not know, each thing once; ``manual_save`` keeps a battle on the player's word. No screen and no window is known
here: the battle's screen sets a stage up, lets time pass on it and carries the commands out.
"""
