"""The first screen."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.files.errors import BadFile
from game.files.tiled import read_map
from game.play.lessons import offered_lessons
from game.play.preparing import Preparation, load_rules
from game.play.start import StartRequest
from game.rules.registry import names, ruleset
from game.view.board.map_layers import MapLayers
from game.view.widgets.progress import ProgressBar
from game.view.widgets.theme import FAINT, GOOD_WORD, HUGE, INK, NIGHT, SMALL, TITLE
from game.window.destinations import Begin, Lessons, NewBattle, OwnUnits, Reference, Saves, Settings
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen
from game.window.setting_up import starting

BEHIND = "woodland-road"
"""The map behind the title, if it is there."""

OFFER = "New here? Learn by winning a battle."


class TitleScreen(MenuScreen):
    """Where everything begins."""

    covers = True
    takes_files = True

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._behind: pygame.Surface | None = None
        self._lessons = bool(names()) and next(offered_lessons(), None) is not None
        self._newcomer = self._lessons and not app.preferences.rules
        """Whether nobody has begun a battle here yet."""
        self._loading: Preparation[None] | None = None
        """Games that are read while one looks at the title; not before it is seen."""
        self._since = app.frames
        """Pictures that had been drawn before it was put on."""

    def extra(self) -> int:
        """Room for the name of the game, and for a word to newcomers."""
        return 92 + 30 * self._newcomer

    def entries(self) -> Sequence[MenuButton]:
        """What can be done."""
        saved = starting.under_way()
        some = bool(starting.battles() and names())
        learn = (
            "Learn",
            self._learn,
            "Five minutes for each game: a battle, and what is strange about its rules",
            True,
        )
        return (
            *([learn] if self._newcomer else []),
            ("Continue", self._continue, saved[0].stem if saved else "No battle is under way", bool(saved)),
            ("Quick battle", self._quick, f"You against the computer, by {self._rules_title()}", some),
            ("Custom battle", self._custom, "Choose map, rules, squads and who plays", some),
            *([learn] if self._lessons and not self._newcomer else []),
            (
                "Units of your own",
                self._units,
                "Write fighters, and see what the rules make of them",
                some,
            ),
            ("Load and replay", self._load, "Saved battles", bool(starting.saves())),
            ("Rules and keys", self._rules, "", bool(names())),
            ("Settings", self._settings, "", True),
            ("Quit", self.app.quit, "", True),
        )

    def _rules_title(self) -> str:
        favourite = starting.favourite(self.app.preferences)
        return ruleset(favourite).title if favourite else "no rules at all"

    def _continue(self) -> None:
        saved = starting.under_way()
        if saved:
            self.app.go(Begin(StartRequest(saved[0])))
        else:  # another window has thrown it away, or ended the battle
            self.app.say("No battle is under way any more")
            self.layout(self.app.surface.get_size())

    def _quick(self) -> None:
        battle = starting.quick_battle(starting.favourite(self.app.preferences))
        if battle is not None:
            self.app.go(Begin(battle))

    def _custom(self) -> None:
        self.app.go(NewBattle())

    def _units(self) -> None:
        self.app.go(OwnUnits(starting.favourite(self.app.preferences)))

    def _learn(self) -> None:
        self.app.go(Lessons())

    def _load(self) -> None:
        self.app.go(Saves())

    def _rules(self) -> None:
        self.app.go(Reference(ruleset(starting.favourite(self.app.preferences))))

    def _settings(self) -> None:
        self.app.go(Settings())

    def cancel(self) -> None:
        """Esc does not close the window by accident."""

    def layout(self, size: tuple[int, int]) -> None:
        """The panel in the middle, a map behind it."""
        super().layout(size)
        if self._behind is None or self._behind.get_size() != size:
            self._behind = _backdrop(size)

    @property
    def moving(self) -> bool:
        """As long as games are read."""
        return super().moving or self._loading is None or not self._loading.result.done

    def advance(self, seconds: float) -> None:
        """Games are read from the second picture on."""
        super().advance(seconds)
        if self._loading is None and self.app.frames > self._since:
            self._loading = load_rules(self.app.oracle)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        if self._behind is not None:
            target.blit(self._behind, (0, 0))
        super().draw(target)
        if self._loading is not None and self._loading.share < 1:
            px = self.look.px
            box = pygame.Rect(0, 0, px(280), px(40))
            box.midbottom = (target.get_width() // 2, target.get_height() - px(8))
            loading = self._loading
            bar = ProgressBar(box, "Loading the games", lambda: loading.share)
            bar.draw(target, self.look, focused=False, hovered=False)

    def draw_head(self, target: pygame.Surface) -> None:
        """The name of the game."""
        look = self.look
        name = look.write("Battlemat", HUGE, TITLE, "semibold")
        top = self.rect.top + look.px(14)
        target.blit(name, name.get_rect(midtop=(self.rect.centerx, top)))
        what = look.write("Tabletop combat, played by the book", SMALL + 1, FAINT)
        target.blit(what, what.get_rect(midtop=(self.rect.centerx, top + look.px(58))))
        if self._newcomer:
            offer = look.write(OFFER, SMALL + 1, GOOD_WORD, "semibold")
            target.blit(offer, offer.get_rect(midtop=(self.rect.centerx, top + look.px(84))))


def _backdrop(size: tuple[int, int]) -> pygame.Surface:
    """A map that fills the window, darkened."""
    surface = pygame.Surface(size)
    surface.fill(NIGHT)
    found = starting.battles()
    if found:
        try:
            chart = read_map(next((path for path in found if path.stem == BEHIND), found[0]))
        except BadFile:
            return surface
        zoom = max(size[0] // chart.field.width, size[1] // chart.field.height) + 1
        drawn = min(zoom, 48)  # a window may be pulled larger step by step: drawing stays quick, the rest is scaled
        picture = MapLayers(chart.field, chart.picture).snapshot(chart.field.width * drawn, chart.field.height * drawn)
        if drawn < zoom:
            picture = pygame.transform.smoothscale_by(picture, zoom / drawn)
        surface.blit(picture, picture.get_rect(center=(size[0] // 2, size[1] // 2)))
        shade = pygame.Surface(size)
        shade.fill(INK)
        shade.set_alpha(120)
        surface.blit(shade, (0, 0))
    return surface
