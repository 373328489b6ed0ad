"""One battle on the screen: what is known of it, how it is drawn, and what the player's hands do to it.

``stage`` holds it, in parts that are passed to whoever needs one: how it is looked at (``view``: ``perspective``,
``threats``, ``vision``), the question that is open, if one is (``open_question``: ``preview``, ``forecast``,
``answer_outcomes``, ``prompt``), what the board is drawn with and what stands round it (``panels``), beside how far
it has come (``driver``). ``frame`` has the parts of the window; ``dock`` lays out what hands and eyes read,
``draw_battle`` draws it, with ``draw_places`` and ``sightlines``; ``camera_work`` and ``ask`` point the camera and put
a question on the screen. ``input``, ``arrange`` and ``board_clicks`` turn events and buttons into the commands of
``commanding``. ``lesson_panel`` has lessons and hints; ``manual_save`` keeps a battle on the player's word. No screen
and no window is known here: the battle's screen sets a stage up, lets time pass on it and carries the commands out.
"""
