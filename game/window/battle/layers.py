"""What the board of one battle is drawn with, layer by layer."""

from __future__ import annotations

from game.files.tiled.picture import Picture
from game.rules.match import AnyMatch
from game.view.board.fog import Dark, Fog
from game.view.board.glow import Glow
from game.view.board.map_layers import MapLayers
from game.view.board.regions import regions
from game.view.board.tokens import Pieces, liveries_of
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.theme import Typography


class BoardLayers:
    """Pictures made once of a map and those who fight on it; drawing reads them and nothing else does."""

    def __init__(self, match: AnyMatch, picture: Picture | None, look: Typography) -> None:
        """``picture``: the map's; without one plain ground is drawn."""
        self.liveries = liveries_of(match)
        """Colours and titles of the sides, for the panels too."""
        self.ground = MapLayers(match.setup.field, picture)
        self.pieces = Pieces(self.liveries, look)
        self.fog = Fog()
        self.dark = Dark()
        self.glow = Glow(match.setup.field)
        self.berths = OverlayLayout()
        """Where what rises and rolls over the board lies."""
        self.regions = regions(match.ruleset.places, match.ground, look)

    def fit(self, look: Typography) -> None:
        """Type and measures are others now."""
        self.pieces.look = self.regions.look = look
