"""The panels of the map doctor: palette, legend, findings, what is in hand, what the pointed cell is and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, get_args

import pygame
from msgspec.structs import replace

from game.files.map_edit import FeatureRef, MapEdit
from game.files.tiled import ReportEntry
from game.files.tiled.corrections import FeatureWords, ZoneWords
from game.files.tiled.runs import lines_told
from game.files.tiled.schema import WORD
from game.resources import pictured_things
from game.spatial.field import FeatureKind, ZoneCover, ZoneKind
from game.spatial.solids import CellSide
from game.view.board.chart_signs import STARTS, StartSign, draw_start_sign, start_sign
from game.view.board.map_edit_board import KINDS
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BAD_WORD, BODY, FAINT, LINE, SMALL, TEXT, TITLE, WARN, Colour, Typography
from game.view.widgets.widget import Button, ChoiceButton, Label, Slider, Toggle, Widget
from game.window.doctor.tools import (
    BY_KIND,
    LARGEST_BRUSH,
    LONGEST_SIDE,
    MOST,
    SORTS,
    TOLERANCE_STEP,
    TOLERANCES,
    TOOLS,
    USUAL_OTHERS,
    Tool,
    ToolSettings,
    is_side,
    side_of,
)

ROW, GAP, HEADING = 25, 3, 18
"""Pixels of the design: how high a row is, what lies between two, and how high a word over them is."""


class Pile(Column):
    """Rows of widgets from the top of a box downwards, by the measures of the map doctor's panels."""

    def __init__(self, look: Typography, box: pygame.Rect) -> None:
        super().__init__(box, look.px(GAP), look.px(ROW))
        self.look = look

    def parts(self, number: int = 1, high: int = ROW) -> list[pygame.Rect]:
        """The boxes of one more row, equally wide; ``high`` in pixels of the design."""
        return self.row(*[1] * number, high=self.look.px(high))

    def heading(self, text: str) -> None:
        """A word over what follows."""
        box = self.parts(high=HEADING)[0]
        self.widgets.append(Label(box, text, SMALL, TITLE, bold=True))


class SignedButton(Button):
    """A button that may show the sign of a side at its left end."""

    sign: StartSign | None = None

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        super().draw(target, look, focused=focused, hovered=hovered)
        if self.sign is not None:
            at = self.rect.left + look.px(9), self.rect.centery
            draw_start_sign(target, self.sign, at, look.px(4), 1)


HIGH = {"zones": 150, "starts": 140, "features": 248}
"""Pixels of the design that the panel takes, by the group of the tool in hand."""

A_ROW = 3
"""Kinds of features beside each other."""

MOST_SIDES = 4
"""Sides of their own that are offered again."""

COSTS = (("main", "Takes a main action"), ("bonus", "Takes a bonus action"))


class Details:
    """What is in hand, as it is told of at the right, and what is said of it there."""

    def __init__(self, mending: MapEdit, setting: ToolSettings, again: Callable[[], object]) -> None:
        """``again``: the panels are to be laid out anew."""
        self.mending, self.setting, self._again = mending, setting, again

    @property
    def high(self) -> int:
        """Pixels of the design that it takes."""
        group = self.setting.tool.group
        return 0 if group == "starts" and self.setting.tool.name != "other side" else HIGH.get(group, 0)

    @property
    def picked(self) -> FeatureRef | None:
        """The feature that is picked."""
        return self.setting.feature if self.setting.tool.name == "pick feature" else None

    def widgets(self, box: pygame.Rect, look: Typography) -> list[Widget]:
        """Laid out from the top of a box."""
        setting, mending = self.setting, self.mending
        if not self.high:
            return []
        if setting.tool.group == "zones":
            return zone_panel(box, look, setting, mending, self._say_of_zone)
        if setting.tool.group == "starts":
            return side_panel(box, look, setting, mending, self._name_side)
        change, link, away = self._say_of_feature, self._link, self.take_away
        return feature_panel(box, look, setting, mending, change=change, link=link, take_away=away)

    def _say_of_zone(self, words: ZoneWords) -> None:
        if self.setting.zone is not None:
            self.setting.zone = self.mending.say_of_zone(self.setting.zone, words)
            self._again()

    def _name_side(self, side: str) -> None:
        self.setting.side = side
        self._again()

    def _say_of_feature(self, words: FeatureWords) -> None:
        if self.picked is None:
            self.setting.words = words
        else:
            self.setting.feature = self.mending.features.say(self.picked, words)
        self._again()

    def _link(self) -> None:
        self.setting.linking = not self.setting.linking
        self._again()

    def take_away(self) -> None:
        """Take the feature away that is picked, if one is."""
        if self.picked is not None:
            self.mending.features.take_away(self.picked)
            self.setting.feature = None
            self._again()


def zone_panel(
    box: pygame.Rect, look: Typography, setting: ToolSettings, mending: MapEdit, say: Callable[[ZoneWords], object]
) -> list[Widget]:
    """Name, kind and look of the zone that is picked; ``say`` is told what was changed."""
    pile = Pile(look, box)
    ref = setting.zone
    if ref is None or not mending.is_zone(ref):
        text = "No zone is picked: click one with Pick zone, or paint a new one."
        return [Label(pile.parts(high=2 * ROW)[0], text, SMALL, FAINT)]
    words = mending.zone_words(ref)
    pile.widgets.append(TextField(pile.parts()[0], words.name, lambda name: say(replace(words_now(), name=name[:80]))))

    def words_now() -> ZoneWords:
        return mending.zone_words(setting.zone) if setting.zone is not None else words

    def choose(name: str, value: Any) -> None:
        say(replace(words_now(), **{name: value}))

    kinds = [(kind, kind) for kind in get_args(ZoneKind)]
    pile.widgets.append(ChoiceButton(pile.parts()[0], "Kind", kinds, words.kind, partial(choose, "kind")))
    covers = [(cover, cover) for cover in get_args(ZoneCover)]
    pile.widgets.append(ChoiceButton(pile.parts()[0], "Cover", covers, words.cover, partial(choose, "cover")))
    for name, place in zip(("dark", "smoke", "overgrown"), (*pile.parts(2), *pile.parts(2)), strict=False):
        pile.widgets.append(Toggle(place, name.capitalize(), bool(getattr(words, name)), partial(choose, name)))
    return pile.widgets


def side_panel(
    box: pygame.Rect, look: Typography, setting: ToolSettings, mending: MapEdit, take: Callable[[str], object]
) -> list[Widget]:
    """Whose start is painted; ``take`` is told what it is called."""
    pile = Pile(look, box)
    pile.heading("Whose start it is")
    sides = {*mending.starts().values()}
    named = sorted(sides - STARTS.keys())[:MOST_SIDES]
    known = [*USUAL_OTHERS, *named]
    for side, place in zip(known, pile.grid(len(known), 2), strict=True):
        room, size = place.width - look.px(44), SMALL
        if side in USUAL_OTHERS:
            title = side.capitalize()
        else:
            size = look.fitting(side, room, SMALL, "semibold")
            title = look.cut(side, room, size, "semibold")
        button = SignedButton(place, title, partial(take, side), chosen=side == setting.side, size=size)
        button.sign = start_sign(side, sides)
        pile.widgets.append(button)
    tip = "A word of your own for a side: a scenario names it, and set-ups call the side so"
    typed = TextField(pile.parts()[0], setting.side, lambda text: take(text[:LONGEST_SIDE]), hint="Its name", tip=tip)
    typed.line = LINE if is_side(setting.side.strip()) else BAD_WORD
    pile.widgets.append(typed)
    return pile.widgets


def feature_panel(
    box: pygame.Rect,
    look: Typography,
    setting: ToolSettings,
    mending: MapEdit,
    *,
    change: Callable[[FeatureWords], object],
    link: Callable[[], object],
    take_away: Callable[[], object],
) -> list[Widget]:
    """What is put down next, or the feature that is picked; ``change`` is told what is said of it otherwise."""
    pile = Pile(look, box)
    picking = setting.tool.name == "pick feature"
    feature = mending.features.find(setting.feature) if picking else None
    if picking and feature is None:
        text = "No feature is picked: click one, or put down a new one."
        return [Label(pile.parts(high=2 * ROW)[0], text, SMALL, FAINT)]
    pile.heading("The one that is picked" if picking else "What is put down")

    def now() -> FeatureWords:
        found = mending.features.find(setting.feature) if picking else None
        return setting.words if found is None else found.words

    def say(name: str, value: Any) -> None:
        change(replace(now(), **{name: value}))

    def turn(kind: FeatureKind) -> None:
        change(turned(now(), kind))

    words = now()
    sort = BY_KIND[words.kind]
    for each, place in zip(SORTS, pile.grid(len(SORTS), A_ROW), strict=True):
        pressed, chosen = partial(turn, each.kind), each is sort
        pile.widgets.append(Button(place, each.title, pressed, tip=each.tip, chosen=chosen, size=SMALL))
    tip = "Told in play, and what the objectives of a scenario call it by"
    hint = "Name, if it has one"
    pile.widgets.append(
        TextField(pile.parts()[0], words.name, lambda text: say("name", text[:MOST]), hint=hint, tip=tip)
    )
    if sort.strength:
        said, hint = partial(say, "strength"), sort.strength
        pile.widgets.append(_checked(pile.parts()[0], words.strength, said, sort.reads, hint, hint))
    elif words.kind == "thing":
        _lay_thing(pile, words, say)
    elif words.kind == "lever":
        _lay_lever(pile, words, mending, link, say, placed=picking, waiting=setting.linking)
    if picking:
        pile.widgets.append(Button(pile.parts()[0], "Take it away", take_away, size=SMALL, shortcut="Delete"))
    return pile.widgets


def turned(words: FeatureWords, kind: FeatureKind) -> FeatureWords:
    """The same of another kind, with nothing said that does not belong to it."""
    sort = BY_KIND[kind]
    lever, thing = kind == "lever", kind == "thing"
    return FeatureWords(
        sort.kind,
        words.name,
        sort.usual,
        COSTS[0][0] if lever else "",
        pictured_things()[0] if thing else "",
        words.linked if lever else None,
    )


def _lay_thing(pile: Pile, words: FeatureWords, say: Callable[[str, Any], object]) -> None:
    """One of those that have a picture, or a word that is typed."""
    some, other = pile.parts(2)
    pictured = pictured_things()
    choices = [(thing, thing.capitalize()) for thing in pictured]
    if words.thing not in pictured:
        choices.append((words.thing, "By its word"))
    pile.widgets.append(ChoiceButton(some, "", choices, words.thing, partial(say, "thing")))
    tip = "Or the word of any weapon of the rules: small letters, digits and hyphens"
    pile.widgets.append(_checked(other, words.thing, partial(say, "thing"), is_word, "A word", tip))


def is_word(text: str) -> bool:
    """Whether a thing may be called so."""
    return WORD.fullmatch(text) is not None


def _checked(
    rect: pygame.Rect,
    text: str,
    say: Callable[[str], object],
    fits: Callable[[str], bool],
    hint: str,
    tip: str,
) -> TextField:
    """A field whose rim is red as long as what is typed makes no sense, and which says nothing then."""

    def typed(text: str) -> None:
        fine = len(text) <= MOST and fits(text)
        field.line = LINE if fine else BAD_WORD
        if fine:
            say(text)

    field = TextField(rect, text, typed, hint=hint, tip=tip)
    return field


def _lay_lever(
    pile: Pile,
    words: FeatureWords,
    mending: MapEdit,
    link: Callable[[], object],
    say: Callable[[str, Any], object],
    *,
    placed: bool,
    waiting: bool,
) -> None:
    """What it moves, which is pointed out on the map once it is there, and what that takes."""
    if placed:
        told = "Click a door on the map" if waiting else f"Moves {_moved(mending, words.linked)}"
        tip = "Click here, then the door or portcullis on the map"
        pile.widgets.append(Button(pile.parts()[0], told, link, tip=tip, chosen=waiting, size=SMALL))
    else:
        pile.widgets.append(Label(pile.parts()[0], "Then click what it moves.", SMALL, FAINT))
    pile.widgets.append(ChoiceButton(pile.parts()[0], "", COSTS, words.cost or COSTS[0][0], partial(say, "cost")))


def _moved(mending: MapEdit, side: CellSide | None) -> str:
    """What lies on the side that a lever opens, in words."""
    if side is None:
        return "nothing yet"
    edge = mending.thin(side)
    place = lines_told([CellSide(mending.authors(side.cell), side.along_x)])[0]
    return f"the {edge.kind} at {place.split(' to ')[0]}" if edge is not None else "nothing any more"


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
    after: Callable[[Callable[..., object]], Callable[..., None]],
    key: Callable[[str], str],
) -> list[Widget]:
    """All tools, the brush, and the way back.

    ``take`` is told the tool that is picked; ``after`` lays out anew; ``key`` tells what a control is bound to.
    """
    pile = Pile(look, box)
    sides = {*mending.starts().values()}
    groups = list(dict.fromkeys(tool.group for tool in TOOLS))
    for group in groups:
        if group:
            pile.heading(_HEADINGS[group])
        tools = [tool for tool in TOOLS if tool.group == group]
        for tool, place in zip(tools, pile.grid(len(tools), 2), strict=True):
            tip = f"{tool.tip}  ({tool.key.upper()})" if tool.key else tool.tip
            button = SignedButton(
                place, tool.title, partial(take, tool), tip=tip, chosen=tool is setting.tool, size=SMALL
            )
            side = side_of(tool.name, setting)
            button.sign = start_sign(side, sides) if side else None
            pile.widgets.append(button)
        if group == "height":
            left = pile.widgets[-1].rect
            place = left.move(left.width + look.px(GAP + 4), 0)
            pile.widgets.append(Toggle(place, "Ramp", setting.ramp, partial(setattr, setting, "ramp")))
            pile.widgets.append(
                Slider(
                    pile.parts()[0],
                    "",
                    setting.feet,
                    (-30.0, 60.0),
                    2.5,
                    partial(setattr, setting, "feet"),
                    say=lambda feet: f"{feet:+g} ft",
                )
            )
    pile.top += look.px(GAP)
    pile.widgets += _of_wand(pile, setting, after) if setting.tool.name == "wand" else _of_brush(pile, setting)
    undo, redo = pile.parts(2)
    pile.widgets += [
        Button(undo, "Undo", after(mending.undo), enabled=mending.can_undo, size=SMALL, tip=key("undo")),
        Button(redo, "Redo", after(mending.redo), enabled=mending.can_redo, size=SMALL, tip="Ctrl+Y"),
    ]
    return pile.widgets


def _of_brush(pile: Pile, setting: ToolSettings) -> list[Widget]:
    """How wide the brush is, and whether a drag fills rectangles."""
    size = Slider(
        pile.parts()[0],
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
    return [size, Toggle(pile.parts()[0], "Rectangles", setting.rectangle, change, tip=tip)]


def _of_wand(
    pile: Pile, setting: ToolSettings, after: Callable[[Callable[..., object]], Callable[..., None]]
) -> list[Widget]:
    """How much darker or lighter than the place that is clicked may be what the wand follows, and where."""

    def take(name: str, value: float) -> None:
        setattr(setting, name, type(getattr(setting, name))(value))

    tolerance = Slider(
        pile.parts()[0],
        "",
        setting.tolerance,
        TOLERANCES,
        TOLERANCE_STEP,
        after(partial(take, "tolerance")),
        say=lambda tolerance: f"± {tolerance:g}",
        tip="Steps of brightness: [ and ] make the wand take in less and more",
    )
    tip = "Also what is as dark, or as light, elsewhere on the map"
    change = after(partial(take, "everywhere"))
    return [tolerance, Toggle(pile.parts()[0], "Everywhere", setting.everywhere, change, tip=tip)]


FileButton = tuple[str, Callable[[], object], str, str, bool]
"""A button: its text, what it does, its tip, its key, whether it can be pressed."""


def file_buttons(look: Typography, box: pygame.Rect, mending: MapEdit, buttons: Sequence[FileButton]) -> list[Widget]:
    """The map's name, and what can be done with its file, from the top of a box downwards: the first four in pairs."""
    column = Column(box, look.px(4), look.px(34))
    title = look.cut(mending.title + (" *" if mending.unsaved else ""), box.width)
    column.widgets.append(Label(column.box(look.px(24)), title, bold=True, colour=TITLE))
    column.top += look.px(26)
    places = [*column.grid(4, 2), *column.grid(len(buttons) - 4, 1)]
    for number, ((text, press, tip, key, able), place) in enumerate(zip(buttons, places, strict=True)):
        size = BODY if number < 4 else SMALL
        button = Button(place, text, press, tip=tip, enabled=able, chosen=not number, shortcut=key, size=size)
        column.widgets.append(button)
    return column.widgets


def legend(pile_box: pygame.Rect, look: Typography, shown: set[str], change: Callable[[], object]) -> list[Widget]:
    """What can be shown and hidden; fills the box from its top."""
    pile = Pile(look, pile_box)

    def turn(name: str, on: bool) -> None:
        (shown.add if on else shown.discard)(name)
        change()

    for (name, title, tip), place in zip(KINDS, pile.grid(len(KINDS), 2), strict=True):
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
    rows = rows or [ListRow("Nothing had to be guessed.")]
    return ListBox(box, rows, pick_row, chosen=first, height=look.pitch(24), kept="findings")


LINES = 3
"""That there is room for."""


def draw_foot(target: pygame.Surface, look: Typography, box: pygame.Rect, told: Sequence[str]) -> None:
    """Write what is told, the first of it in a stronger colour."""
    width = box.width - look.px(24)
    lines = [
        (line, TEXT if number else TITLE)
        for number, text in enumerate(told)
        for line in look.wrap(text, width, SMALL + 1)
    ]
    for number, (line, tone) in enumerate(lines[:LINES]):
        at = box.left + look.px(12), box.top + look.px(4) + number * look.line(SMALL)
        target.blit(look.write(line, SMALL + 1, tone), at)
