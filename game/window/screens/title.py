"""The first screen: the name of the game, and a few ways in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.files.errors import BadFile
from game.files.saves import glance
from game.files.tiled import read_map
from game.play.lessons import has_lessons, next_lesson
from game.play.quick_battle import is_newcomer, quick_battle, quick_title, shipped_battles
from game.play.start import Preparation, StartRequest, load_rules
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset
from game.view.board.backdrop import Backdrop
from game.view.widgets.art import wordmark
from game.view.widgets.layout import Dock, in_middle, split_row
from game.view.widgets.picture_button import PictureButton
from game.view.widgets.progress import ProgressBar
from game.view.widgets.theme import (
    INK,
    LARGE,
    LINE,
    PAPER,
    SMALL,
    TEXT,
    TITLE,
    Typography,
    draw_panel,
)
from game.view.widgets.widget import Widget
from game.window.controls import ARROWS, Binding
from game.window.destinations import (
    Begin,
    Gallery,
    LessonPage,
    Lessons,
    NewBattle,
    Puzzles,
    Reference,
    Saves,
    Settings,
    Skirmish,
    Workshop,
)
from game.window.loop import App, Screen
from game.window.setting_up import starting

BEHIND = "woodland-road"
"""The map behind the title, if it is there."""

OFFER = "New here? Learn by winning a battle."
CHOOSE = "one click, one short fight: choose the game"
TAUGHT = "Five minutes for each game"
PUZZLING = "One turn, one aim, one best line"
FRESH = "On a map that nobody knows"
SAID = "Tabletop combat, played by the book"

ROOM = (1000, 564)
"""Pixels of the design that everything takes; a larger window has it larger, up to ``LARGEST`` times."""
LARGEST = 2.25
MARK, SIGN, CARD, HEADING, TILE, LOW, GAP = 104, 34, 90, 28, 190, 62, 12
"""Heights of the design: the wordmark, the line under it, the cards, a heading, a tile, the low row, what parts
them."""
NARROWEST, WIDEST = 136, 216
"""Widths of a tile."""


class TitleEntry(NamedTuple):
    """A way in, and where it leads."""

    text: str
    press: Callable[[], object]
    icon: str
    under: str = ""
    tip: str = ""
    enabled: bool = True
    first: bool = False
    """Whether it is what to press first."""


class TitleScreen(Screen):
    """Where everything begins."""

    takes_files = True
    room = ROOM

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._behind: Backdrop | None = None
        self._lessons = bool(names()) and has_lessons()
        self._newcomer = not app.preferences.rules
        """Whether nobody has begun a battle here yet."""
        self._loading: Preparation[None] | None = None
        """Games that are read while one looks at the title; not before it is seen."""
        self._since = app.frames
        """Pictures that had been drawn before it was put on."""
        self._share = 0.0
        """How much of them the picture knows of."""
        self._page = 0
        """Which of the games are shown, where there are more than one row of them."""
        self._mark = self._sign = self._panel = self._heading = pygame.Rect(0, 0, 0, 0)
        """Where the name of the game is, the line below it, the ways in, and the words above the quick battles."""
        self._own: Typography | None = None

    @property
    def look(self) -> Typography:
        """Type and measures: the player's scale or more, so that a large window is filled."""
        wide, high = self.app.surface.get_size()
        least = super().look
        scale = min(LARGEST * self.app.standing.fineness, 0.92 * min(wide / ROOM[0], high / ROOM[1]))
        if scale <= least.scale:
            return least
        if self._own is None or (self._own.scale, self._own.text) != (scale, least.text):
            self._own = Typography(scale, least.text)
        return self._own

    # -- what there is

    @property
    def moving(self) -> bool:
        """As long as games are read."""
        return super().moving or self._loading is None or self._share < 1

    def advance(self, seconds: float) -> None:
        """Games are read from the second picture on, and have their signs as soon as they are."""
        super().advance(seconds)
        if self._loading is None:
            self._loading = load_rules(self.app.oracle) if self.app.frames > self._since else None
        elif self._loading.share != self._share:
            self._share = self._loading.share
            self.refresh()

    def _is_loaded(self, name: str) -> bool:
        """Whether a game has been read by now, be it that it can't be used."""
        return names().index(name) < round(self._share * (len(names()) + 1))

    @property
    def _begin_with(self) -> AnyRuleset | None:
        """The game that a newcomer is told to begin with, once it is read; None for everybody else."""
        read = (starting.known_ruleset(name) for name in names() if self._newcomer and self._is_loaded(name))
        return next((rules for rules in read if rules is not None and rules.for_newcomers), None)

    def layout(self, size: tuple[int, int]) -> None:
        """The name above, below it on a panel the ways in; a map behind them."""
        if self._behind is None or self._behind.size != size:
            self._behind = _backdrop(size)
        px = self.look.px
        some = bool(shipped_battles() and names())
        rows = [(CARD, ROOM[0], self._cards())] if names() else []
        rows += [(TILE, WIDEST, self._tiles())] if some else []
        rows.append((LOW, ROOM[0], self._low(some)))
        inner = sum(px(high) + px(GAP) for high, _, _ in rows) + px(GAP) + px(HEADING) * some
        whole = Dock(self.look, in_middle(size, px(ROOM[0] - 24), px(MARK) + px(SIGN) + inner))
        self._mark, self._sign, self._panel = whole.top(MARK), whole.top(SIGN), whole.area
        column = Dock(self.look, self._panel, edge=(GAP, GAP)).column(GAP)
        widgets: list[Widget] = []
        self._heading = column.box(0)
        for high, widest, entries in rows:
            if high == TILE:
                self._heading = column.box(px(HEADING))
                column.top = self._heading.bottom
            places = column.row(*[1] * len(entries), high=px(high), widest=px(widest))
            widgets += map(partial(_button, high), places, entries)
        first = next((at for at, each in enumerate(widgets) if each.enabled), 0)
        self.group.put(widgets, focus=first if self.group.focus is None else None)

    def _cards(self) -> Sequence[TitleEntry]:
        """What a newcomer does first, and what everybody else does."""
        won = len(self.app.preferences.lessons)
        under = OFFER if self._newcomer else f"{TAUGHT} ({won} won)" if won else TAUGHT
        learn = TitleEntry("Learn", self._learn, "icons/book", under, first=self._newcomer)
        saved, said, icon = starting.under_way(), "No battle is under way", starting.NO_EMBLEM
        if saved:
            try:
                about = glance(saved[0])
                said, icon = starting.told(about), starting.emblem(starting.known_ruleset(about.ruleset))
            except BadFile:
                said = saved[0].stem
        go_on = TitleEntry("Continue", self._continue, icon, said, enabled=bool(saved))
        cards = [go_on, learn] if saved and not self._newcomer else [learn, go_on]
        return (
            *(cards if self._lessons else [go_on]),
            TitleEntry("Skirmish", self.leads(Skirmish()), "icons/swarm", FRESH),
            TitleEntry("Puzzles", self.leads(Puzzles()), "icons/puzzle", PUZZLING),
        )

    def _tiles(self) -> Sequence[TitleEntry]:
        """A quick battle by each game, as many as there is room for; the last tile turns to the others."""
        found = names()
        fit = (ROOM[0] - 24 - GAP) // (NARROWEST + GAP)
        pages = 1 if len(found) <= fit else -(-len(found) // (fit - 1))
        start = self._page % pages * (fit - 1)
        shown = found if pages == 1 else found[start : start + fit - 1]
        more = f"{self._page % pages + 1} of {pages}"
        turn = [TitleEntry("More games", self._turn, starting.NO_EMBLEM, more)] if pages > 1 else []
        return [*map(self._tile, shown), *turn]

    def _tile(self, name: str) -> TitleEntry:
        """One game: its sign, what it is called, what a battle by it is like."""
        loaded, press = self._is_loaded(name), partial(self._quick, name)
        rules = starting.known_ruleset(name) if loaded else None
        title, icon = rules.title if rules is not None else name.capitalize(), starting.emblem(rules)
        if rules is None:
            tip = "Can't be used" if loaded else self._told_battle(name)
            return TitleEntry(title, press, icon, "" if loaded else "…", tip, enabled=not loaded)
        return TitleEntry(title, press, icon, rules.character, self._told_battle(name), first=rules is self._begin_with)

    def _told_battle(self, name: str) -> str:
        newcomer = is_newcomer(self.app.preferences, name)
        foes = "Novices, until you have won once" if newcomer else "the computer"
        return f"A quick battle, you against {foes}: {quick_title(name, newcomer=newcomer)}"

    def _low(self, some: bool) -> Sequence[TitleEntry]:
        """Everything else."""
        saved = bool(starting.saves())
        entries = (
            ("Custom battle", self.leads(NewBattle()), "flag", "Choose map, rules, squads and who plays", some),
            ("Workshop", self.leads(Workshop()), "star", "Maps, units, odds, many battles, files for others", some),
            ("Gallery", self.leads(Gallery()), "loot", "Your own maps, battles, puzzles and rulesets", some),
            ("Saved battles", self.leads(Saves()), "hourglass", "Go on with one, or watch it again", saved),
            ("Rules and keys", self._rules, "key", "Every rule by its number, and the keys", bool(names())),
            ("Settings", self.leads(Settings()), "gear", "Size, colours, sound, keys", True),
            ("Quit", self.app.quit, "exit", "", True),
        )
        return [TitleEntry(text, press, f"icons/{icon}", "", tip, on) for text, press, icon, tip, on in entries]

    # -- what is pressed

    def handle(self, event: pygame.Event) -> None:
        """Arrows go to the next in their direction, if there is one."""
        if event.type == pygame.KEYDOWN and event.key in ARROWS and self.group.focus is not None:
            self.group.focus = self.group.beside(ARROWS[event.key]) or self.group.focus
            return
        super().handle(event)

    def bindings(self) -> Sequence[Binding]:
        """None: Esc does not close the window by accident."""
        return ()

    def _continue(self) -> None:
        saved = starting.under_way()
        if saved:
            self.app.go(Begin(StartRequest(saved[0])))
        else:  # another window has thrown it away, or ended the battle
            self.app.say("No battle is under way any more")
            self.refresh()

    def _quick(self, name: str) -> None:
        battle = quick_battle(name, newcomer=is_newcomer(self.app.preferences, name))
        if battle is not None:
            self.app.go(Begin(battle))

    def _turn(self) -> None:
        self._page += 1
        self.refresh()

    def _learn(self) -> None:
        """To the first page of the lesson that comes next; to all of them, once they are won."""
        following = next_lesson(self.app.preferences.lessons)
        self.app.go(LessonPage(following) if following is not None else Lessons())

    def _rules(self) -> None:
        self.app.go(Reference(ruleset(starting.favourite(self.app.preferences))))

    # -- the picture

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        look = self.look
        if self._behind is not None:
            self._behind.draw(target, 0 if self.app.preferences.calm else self.app.ambience.time)
        mark = wordmark(self._mark.height)
        target.blit(mark, mark.get_rect(midtop=self._mark.midtop))
        said = look.write(SAID, SMALL + 2, PAPER, "semibold")
        plate = said.get_rect(midtop=self._sign.midtop).inflate(look.px(26), look.px(2))
        draw_panel(target, plate, fill=INK, alpha=190, radius=plate.height // 2)
        target.blit(said, said.get_rect(center=plate.center))
        draw_panel(target, self._panel, alpha=232, line=LINE, width=2, radius=look.px(14))
        if self._heading.height:
            self._write_heading(target)
        if self._share < 1 and self._loading is not None:
            foot = Dock(look, target.get_rect(), edge=(0, 2)).bottom(40)
            (box,) = split_row(foot, 0, 1, widest=look.px(280))
            ProgressBar(box, "Loading the games", lambda: self._share).draw(target, look, focused=False, hovered=False)
        self.group.draw(target, look)
        self.group.draw_tip(target, look)

    def stirred(self, since: int, now: int) -> pygame.Rect | None:
        """All of it when the map behind it has drifted on."""
        behind = self._behind
        drifts = behind is not None and behind.corner(since) != behind.corner(now)
        return self.app.surface.get_rect() if drifts else None

    def _write_heading(self, target: pygame.Surface) -> None:
        """What the tiles below are for, between two lines."""
        look = self.look
        head = look.write("Quick battle", LARGE - 2, TITLE, "semibold")
        first = self._begin_with
        tail = look.write(f"new to all of these? Begin with {first.title}" if first else CHOOSE, SMALL, TEXT)
        gap = look.px(10)
        left = self._panel.centerx - (head.get_width() + gap + tail.get_width()) // 2
        middle = self._heading.centery - look.px(2)
        target.blit(head, head.get_rect(midleft=(left, middle)))
        target.blit(tail, tail.get_rect(midleft=(left + head.get_width() + gap, middle + look.px(1))))
        right = left + head.get_width() + gap + tail.get_width()
        for start, end in ((self._panel.left + 2 * gap, left - gap), (right + gap, self._panel.right - 2 * gap)):
            pygame.draw.line(target, LINE, (start, middle), (end, middle), max(1, look.px(1)))


def _button(high: int, box: pygame.Rect, entry: TitleEntry) -> PictureButton:
    """A card, a tile or a button of the low row, by how high it is."""
    text, press, icon, under, tip, enabled, first = entry
    above, size = high != CARD, SMALL + 1 if high == LOW else LARGE
    return PictureButton(
        box, text, press, icon, under=under, above=above, tip=tip, enabled=enabled, first=first, size=size
    )


def _backdrop(size: tuple[int, int]) -> Backdrop:
    """What lies behind the title, if it is there and can be read."""
    found = shipped_battles()
    try:
        chart = read_map(next((path for path in found if path.stem == BEHIND), found[0])) if found else None
    except BadFile:
        chart = None
    return Backdrop(chart, size)
