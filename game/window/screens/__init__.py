"""The screens of the window, one module each; none knows another.

``menu`` is what several are made of. ``starting`` and ``offers`` are no screens: they find what there is to play.
"""
