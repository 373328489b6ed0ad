"""The panels of the map doctor: the palette of tools, what is shown, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.files.map_edit import MapEdit
from game.files.tiled import ReportEntry
from game.play.preferences import is_ours
from game.view.board.map_edit_board import KINDS
from game.view.board.start_signs import start_sign
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import BAD_WORD, FAINT, SMALL, TEXT, TITLE, WARN, Colour, Typography
from game.view.widgets.widget import Button, Label, Slider, Toggle, Widget
from game.window.doctor.tools import LARGEST_BRUSH, TOLERANCE_STEP, TOLERANCES, TOOLS, Tool, ToolSettings, side_of
from game.window.doctor.widget_rows import GAP, Pile, SignedButton

LEFT, RIGHT, FOOT = 212, 300, 74
"""Pixels of the design that the panels take at the left, at the right and below."""

PLAY = "Set up a battle on it; what is not saved yet is saved first"
GRID = "Where the cells lie on the picture; what is not saved yet is saved first"
OURS = "This map is the game's own and stays as it is: save a copy"
BESIDE = "Into a small file beside the map, which stays as it is"
COPY = "A copy with all of this as layers, which Tiled opens; the map itself stays as it is"
"""What the buttons about the file say of themselves."""

_HEADINGS = {
    "ground": "Ground",
    "height": "Floor",
    "sides": "Sides of cells",
    "zones": "Zones",
    "starts": "Starts",
    "features": "Features",
}

_TONES: dict[str, Colour] = {"error": BAD_WORD, "warning": WARN, "guess": TITLE, "note": TEXT}


def palette(
    look: Typography,
    box: pygame.Rect,
    setting: ToolSettings,
    mending: MapEdit,
    *,
    take: Callable[[Tool], object],
    again: Callable[[], object],
) -> list[Widget]:
    """All tools, the brush, and the way back. ``take`` is told the tool that is picked; ``again``: lay out anew."""
    pile = Pile(look, box)
    sides = {*mending.starts().values()}
    groups = list(dict.fromkeys(tool.group for tool in TOOLS))
    for group in groups:
        if group:
            pile.heading(_HEADINGS[group])
        tools = [tool for tool in TOOLS if tool.group == group]
        for at in range(0, len(tools), 2):
            for tool, place in zip(tools[at : at + 2], pile.row(2), strict=False):
                tip = f"{tool.tip}  ({tool.key.upper()})" if tool.key else tool.tip
                chosen = tool is setting.tool
                button = SignedButton(place, tool.title, partial(take, tool), tip=tip, chosen=chosen, size=SMALL)
                side = side_of(tool.name, setting)
                button.sign = start_sign(side, sides) if side else None
                pile.widgets.append(button)
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
    pile.top += look.px(GAP)
    pile.widgets += _of_wand(pile, setting, again) if setting.tool.name == "wand" else _of_brush(pile, setting)
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


def _of_brush(pile: Pile, setting: ToolSettings) -> list[Widget]:
    """How wide the brush is, and whether a drag fills rectangles."""
    size = Slider(
        pile.row()[0],
        "",
        setting.size,
        (1, LARGEST_BRUSH),
        1,
        lambda size: setattr(setting, "size", int(size)),
        say=lambda size: f"{size:g} wide",
        tip="[ and ] make it smaller and larger",
    )
    tip = "A drag fills the rectangle between its ends; walls and doors go round it"
    change = partial(setattr, setting, "rectangle")
    return [size, Toggle(pile.row()[0], "Rectangles", setting.rectangle, change, tip=tip)]


def _of_wand(pile: Pile, setting: ToolSettings, again: Callable[[], object]) -> list[Widget]:
    """How much darker or lighter than the place that is clicked may be what the wand follows, and where."""

    def take(name: str, value: float) -> None:
        setattr(setting, name, type(getattr(setting, name))(value))
        again()

    tolerance = Slider(
        pile.row()[0],
        "",
        setting.tolerance,
        TOLERANCES,
        TOLERANCE_STEP,
        partial(take, "tolerance"),
        say=lambda tolerance: f"± {tolerance:g}",
        tip="Steps of brightness: [ and ] make the wand take in less and more",
    )
    tip = "Also what is as dark, or as light, elsewhere on the map"
    change = partial(take, "everywhere")
    return [tolerance, Toggle(pile.row()[0], "Everywhere", setting.everywhere, change, tip=tip)]


@dataclass(frozen=True)
class FilePresses:
    """What the buttons about the map's file do."""

    play: Callable[[], object]
    back: Callable[[], object]
    save: Callable[[], object]
    copy: Callable[[], object]
    grid: Callable[[], object]
    allow: Callable[[], object]


def file_buttons(
    look: Typography,
    box: pygame.Rect,
    mending: MapEdit,
    presses: FilePresses,
    *,
    free: bool,
    key: Callable[[str], str],
) -> list[Widget]:
    """The map's name, and what can be done with its file, from the top of a box downwards.

    ``free``: nothing is read or written now; ``key`` tells what a control is bound to.
    """
    px, gap, high = look.px, look.px(4), look.px(34)
    chart, unsaved, ours = mending.chart, mending.unsaved, is_ours(mending.chart.path)
    title = look.cut(chart.path.name + (" *" if unsaved else ""), box.width)
    found: list[Widget] = [Label(pygame.Rect(box.topleft, (box.width, px(24))), title, bold=True, colour=TITLE)]
    half, top = (box.width - gap) // 2, box.top + px(26)
    buttons = [
        ("Play here", presses.play, PLAY, "", free),
        ("Back", presses.back, "", key("cancel"), True),
        ("Save", presses.save, OURS if ours else BESIDE, "Ctrl+S", free and unsaved and not ours),
        ("Copy for Tiled", presses.copy, COPY, "", free),
    ]
    for number, (text, press, tip, shortcut, able) in enumerate(buttons):
        place = pygame.Rect(box.left + number % 2 * (half + gap), top + number // 2 * (high + gap), half, high)
        found.append(Button(place, text, press, tip=tip, enabled=able, chosen=number == 0, shortcut=shortcut))
    if chart.grid is not None:
        place = pygame.Rect(box.left, found[-1].rect.bottom + gap, box.width, high)
        text = f"Grid: {chart.grid.size[0]} x {chart.grid.size[1]} cells"
        found.append(Button(place, text, presses.grid, tip=GRID, enabled=free, size=SMALL))
    if chart.wanted is not None:
        place = pygame.Rect(box.left, found[-1].rect.bottom + gap, box.width, high)
        tip = f"Some tilesets or pictures lie outside its folder; maps below {chart.wanted} may read them then"
        found.append(Button(place, f"Allow {chart.wanted}", presses.allow, tip=tip, size=SMALL))
    return found


def legend(pile_box: pygame.Rect, look: Typography, shown: set[str], change: Callable[[], object]) -> list[Widget]:
    """What can be shown and hidden; fills the box from its top."""
    pile = Pile(look, pile_box)

    def turn(name: str, on: bool) -> None:
        (shown.add if on else shown.discard)(name)
        change()

    for at in range(0, len(KINDS), 2):
        for (name, title, tip), place in zip(KINDS[at : at + 2], pile.row(2), strict=False):
            pile.widgets.append(Toggle(place, title, name in shown, partial(turn, name), tip=tip))
    return pile.widgets


def findings(
    box: pygame.Rect, look: Typography, entries: Sequence[ReportEntry], chosen: int, pick: Callable[[int], object]
) -> ListBox:
    """The report, line by line; picking one of an entry's lines leads to its place."""
    rows: list[ListRow] = []
    owners: list[int] = []
    for number, entry in enumerate(entries):
        told = f"{entry.severity.capitalize()}: {entry.text}"
        for at, line in enumerate(look.wrap(told, box.width - look.px(40))):
            rows.append(ListRow(line, colour=FAINT if at else _TONES[entry.severity]))
            owners.append(number)

    def pick_row(row: int) -> None:
        if row < len(owners):
            pick(owners[row])

    first = owners.index(chosen) if chosen in owners else -1
    return ListBox(box, rows or [ListRow("Nothing had to be guessed.")], pick_row, chosen=first, height=look.pitch(24))
