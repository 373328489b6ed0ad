"""The panels of the map doctor: the palette of tools, what is shown, what was found, and the zone that is picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, get_args

import pygame
from msgspec.structs import replace

from game.app.doctor.tools import LARGEST_BRUSH, TOOLS, Setting, Tool
from game.files.tiled import Entry
from game.files.tiled.corrections import ZoneWords
from game.spatial.field import ZoneCover, ZoneKind
from game.view.forms import ListBox, Row
from game.view.mending import Mending
from game.view.mending_board import KINDS
from game.view.text_field import TextField
from game.view.theme import BAD_WORD, FAINT, SMALL, TITLE, WARN, Colour, Look
from game.view.widgets import Button, Choice, Label, Slider, Toggle, Widget

LEFT, RIGHT, FOOT, ZONE = 204, 300, 74, 152
"""Pixels of the design that the panels take at the left, at the right, below, and that of a zone."""

ROW, GAP, HEADING = 27, 3, 19

_HEADINGS = {"ground": "Ground", "height": "Floor", "sides": "Sides of cells", "zones": "Zones", "starts": "Starts"}

_TONES: dict[str, Colour] = {"error": BAD_WORD, "warning": WARN, "guess": TITLE, "note": FAINT}


class _Pile:
    """Rows of widgets from the top of a box downwards."""

    def __init__(self, look: Look, box: pygame.Rect) -> None:
        self.look, self.box, self.top = look, box, box.top
        self.widgets: list[Widget] = []

    def row(self, parts: int = 1, high: int = ROW) -> list[pygame.Rect]:
        """The boxes of one more row, side by side."""
        px, gap = self.look.px, self.look.px(GAP)
        wide = (self.box.width - gap * (parts - 1)) // parts
        boxes = [pygame.Rect(self.box.left + at * (wide + gap), self.top, wide, px(high)) for at in range(parts)]
        self.top += px(high) + gap
        return boxes

    def heading(self, text: str) -> None:
        """A word over what follows."""
        box = self.row(high=HEADING)[0]
        self.widgets.append(Label(box, text, SMALL, TITLE, bold=True))


def palette(
    look: Look,
    box: pygame.Rect,
    setting: Setting,
    mending: Mending,
    *,
    take: Callable[[Tool], object],
    again: Callable[[], object],
) -> list[Widget]:
    """All tools, the brush, and the way back. ``take`` is told the tool that is picked; ``again``: lay out anew."""
    pile = _Pile(look, box)
    groups = list(dict.fromkeys(tool.group for tool in TOOLS))
    for group in groups:
        if group:
            pile.heading(_HEADINGS[group])
        tools = [tool for tool in TOOLS if tool.group == group]
        for at in range(0, len(tools), 2):
            for tool, place in zip(tools[at : at + 2], pile.row(2), strict=False):
                tip = f"{tool.tip}  ({tool.key.upper()})" if tool.key else tool.tip
                chosen = tool is setting.tool
                pile.widgets.append(Button(place, tool.title, partial(take, tool), tip=tip, chosen=chosen, size=SMALL))
            if group == "height":
                left = pile.widgets[-1].rect
                place = left.move(left.width + look.px(GAP + 4), 0)
                pile.widgets.append(Toggle(place, "Ramp", setting.ramp, partial(setattr, setting, "ramp")))
        if group == "height":
            pile.widgets.append(
                Slider(
                    pile.row()[0],
                    "",
                    setting.feet,
                    (-30.0, 60.0),
                    2.5,
                    partial(setattr, setting, "feet"),
                    say=lambda feet: f"{feet:+g} ft",
                )
            )
    pile.heading("Brush")
    pile.widgets.append(
        Slider(
            pile.row()[0],
            "",
            setting.size,
            (1, LARGEST_BRUSH),
            1,
            lambda size: setattr(setting, "size", int(size)),
            say=lambda size: f"{size:g} wide",
            tip="[ and ] make it smaller and larger",
        )
    )
    tip = "A drag fills the rectangle between its ends; walls and doors go round it"
    pile.widgets.append(
        Toggle(pile.row()[0], "Rectangles", setting.rectangle, partial(setattr, setting, "rectangle"), tip=tip)
    )
    undo, redo = pile.row(2)

    def back() -> None:
        mending.undo()
        again()

    def forth() -> None:
        mending.redo()
        again()

    pile.widgets += [
        Button(undo, "Undo", back, enabled=mending.can_undo, size=SMALL, tip="Ctrl+Z"),
        Button(redo, "Redo", forth, enabled=mending.can_redo, size=SMALL, tip="Ctrl+Y"),
    ]
    return pile.widgets


def legend(pile_box: pygame.Rect, look: Look, shown: set[str], change: Callable[[], object]) -> list[Widget]:
    """What can be shown and hidden; fills the box from its top."""
    pile = _Pile(look, pile_box)

    def turn(name: str, on: bool) -> None:
        (shown.add if on else shown.discard)(name)
        change()

    for at in range(0, len(KINDS), 2):
        for (name, title, tip), place in zip(KINDS[at : at + 2], pile.row(2), strict=False):
            pile.widgets.append(Toggle(place, title, name in shown, partial(turn, name), tip=tip))
    return pile.widgets


def findings(
    box: pygame.Rect, look: Look, entries: Sequence[Entry], chosen: int, pick: Callable[[int], object]
) -> ListBox:
    """The report's lines; picking one leads to its place."""
    rows = []
    for entry in entries:
        first, *rest = look.wrap(f"{entry.severity.capitalize()}: {entry.text}", box.width - look.px(40))
        rows.append(Row(first, " ".join(rest), colour=_TONES[entry.severity]))
    return ListBox(box, rows or [Row("Nothing had to be guessed.")], pick, chosen=chosen, height=look.px(42))


def zone_panel(
    box: pygame.Rect, look: Look, setting: Setting, mending: Mending, say: Callable[[ZoneWords], object]
) -> list[Widget]:
    """Name, kind and look of the zone that is picked; ``say`` is told what was changed."""
    pile = _Pile(look, box)
    ref = setting.zone
    if ref is None or not mending.is_zone(ref):
        text = "No zone is picked: click one with Pick zone, or paint a new one."
        return [Label(pile.row(high=2 * ROW)[0], text, SMALL, FAINT)]
    words = mending.zone_words(ref)
    pile.widgets.append(TextField(pile.row()[0], words.name, lambda name: say(replace(words_now(), name=name[:80]))))

    def words_now() -> ZoneWords:
        return mending.zone_words(setting.zone) if setting.zone is not None else words

    def choose(name: str, value: Any) -> None:
        say(replace(words_now(), **{name: value}))

    kinds = [(kind, kind) for kind in get_args(ZoneKind)]
    pile.widgets.append(Choice(pile.row()[0], "Kind", kinds, words.kind, partial(choose, "kind")))
    covers = [(cover, cover) for cover in get_args(ZoneCover)]
    pile.widgets.append(Choice(pile.row()[0], "Cover", covers, words.cover, partial(choose, "cover")))
    for name, place in zip(("dark", "smoke", "overgrown"), (*pile.row(2), *pile.row(2)), strict=False):
        pile.widgets.append(Toggle(place, name.capitalize(), bool(getattr(words, name)), partial(choose, name)))
    return pile.widgets
