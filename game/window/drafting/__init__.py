"""A battle that is being put together: what stands on its map, who may be recruited, what was taken back.

``drafting`` has the map, the recruits and the commands, ``draw`` its picture, ``pages`` the panel that gives commands.
The changes themselves are ``game.files.drafting``.
"""
