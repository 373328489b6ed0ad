"""The panels round the board of one battle: what they are, and where they have been laid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.files.tiled.picture import Picture
from game.play.speech import tell_goal
from game.rules.match import AnyMatch
from game.scene.choosing import Drawer, Verb
from game.scene.scene import Token
from game.view.board.fog import Dark, Fog, Glow
from game.view.board.map_layers import MapLayers
from game.view.board.minimap import Minimap
from game.view.board.regions import regions
from game.view.board.tokens import Pieces, liveries_of
from game.view.panels.cards import Card, FactsPanel
from game.view.panels.log_panel import LogPanel, LogTools
from game.view.panels.turn_bar import Tracker, TurnBar
from game.view.widgets.forms import FocusGroup
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.theme import Typography
from game.view.widgets.widget import Button
from game.window.battle.frame import PanelLayout
from game.window.battle.preview import Preview

GROUND = "the dotted cells"
"""What the ground is called that somebody is after, as it is drawn on the board."""


@dataclass(frozen=True)
class LaidPanels:
    """What the dock tells at one moment and where, for drawing and for hands; see ``dock``."""

    preview: Preview | None = None
    """What is explained: what a click would choose."""
    hovered: Token | None = None
    """Whom the cursor or the pointer is on."""
    news: FactsPanel | None = None
    """What is known of the turn."""
    advice: FactsPanel | None = None
    """What a lesson, a puzzle or a hint says."""
    card: Card | None = None
    """Whom the list is about, or whom the pointer is on."""
    odds: FactsPanel | None = None
    """What a choice comes to."""
    question: FactsPanel | None = None
    countdown: pygame.Rect | None = None


class Panels:
    """The panels that are there all through a battle, and the places of the others."""

    def __init__(self, match: AnyMatch, layers: BoardLayers, look: Typography, size: tuple[int, int]) -> None:
        """They show the same colours and the same map as the board's ``layers``. ``size`` of the window in pixels."""
        liveries = layers.liveries
        self.turns = TurnBar(liveries, look)
        self.minimap = Minimap(layers.ground, liveries)
        self.tracker = Tracker(liveries, look)
        self.goal = " ".join(tell_goal(match.setup, lambda _: GROUND))
        """What wins, besides being the last side that fights."""
        self.log = LogPanel(liveries, look, match.ruleset.ledger)
        self.log_tools: LogTools | None = None
        """What narrows the log down while it is open, if there are hands to use it."""
        self.bar = FocusGroup()
        """The buttons below and at the top right."""
        self.foot = 0
        """Pixels of the design that are taken at the window's foot, by what a screen shows there besides."""
        self.frame = PanelLayout.of(look, size, self.turns.height)
        """Where the panels have their places."""
        self.log_rect = pygame.Rect(0, 0, 0, 0)
        """Where the log is: a few lines, or more while it is opened; of no height where there is no room for it."""
        self.laid = LaidPanels()
        """What the panels tell, and where."""

    def fit(self, look: Typography, size: tuple[int, int]) -> None:
        """The window has this size in pixels, or type and measures are others now: the panels get their places."""
        self.turns.look = self.tracker.look = self.log.look = look
        self.frame = PanelLayout.of(look, size, self.turns.height, look.px(self.foot))


class BoardLayers:
    """Pictures made once of a map and those who fight on it; drawing reads them and nothing else does."""

    def __init__(self, match: AnyMatch, picture: Picture | None, look: Typography) -> None:
        """``picture``: the map's; without one plain ground is drawn."""
        self.liveries = liveries_of(match)
        """Colours and titles of the sides, for the panels too."""
        self.picture = picture
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


LOOKS: dict[str, tuple[str, str]] = {
    "attack": ("Attack", "sword"),
    "move": ("Move", "boot"),
    "defend": ("Defend", "shield"),
    "manoeuvre": ("Tricks", "grab"),
    "things": ("Things", "hand"),
    "magic": ("Magic", "spell"),
    "pick": ("Choose", "flag"),
}
"""What the button of a drawer says, and its picture."""

WIDEST = 132
"""Pixels of a button where there is room."""

SMALLEST = 10
"""Size of the words on a button, where there are many in a narrow window."""


class VerbButton(Button):
    """A button that takes a verb: what ends the turn."""

    def __init__(
        self, rect: pygame.Rect, text: str, verb: Verb, take: Callable[[Verb], object], key: str, *, size: int
    ) -> None:
        icon = f"icons/{verb.icon}" if verb.icon else ""
        super().__init__(rect, text, partial(take, verb), shortcut=key, icon=icon, size=size)
        self.tip = verb.title if text != verb.title else ""
        self.verb = verb


class DrawerButton(Button):
    """Lists what a drawer holds; pale while nothing in it can be done, and lists it then too, to say why."""

    def __init__(
        self,
        rect: pygame.Rect,
        drawer: Drawer,
        pull: Callable[[str], object],
        key: str,
        *,
        size: int,
    ) -> None:
        title, icon = LOOKS[drawer.name]
        super().__init__(rect, title, partial(pull, drawer.name), shortcut=key, icon=f"icons/{icon}", size=size)
        self.drawer = drawer
        self.enabled = drawer.usable

    def click(self, at: tuple[int, int]) -> None:
        """List it even if all that is in it has to be refused."""
        self.press()
