"""A battle that is being put together: what stands on its map, who may be recruited, what was taken back.

``board`` puts a scenario on its map, ``recruits`` tells who may join it, ``drafting`` has the commands, and the pages
are the parts of the panel that gives them. The changes themselves are ``game.files.drafting``.
"""
