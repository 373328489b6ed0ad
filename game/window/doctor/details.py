"""The panel of what is in hand in the map doctor: a zone, a side that starts, a feature."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import pygame
from msgspec.structs import replace

from game.files.map_edit import MapEdit
from game.files.map_edit_features import FeatureRef
from game.files.tiled.corrections import FeatureWords, ZoneWords
from game.files.tiled.property_reader import WORD
from game.files.tiled.runs import lines_told
from game.resources import pictured_things
from game.spatial.field import FeatureKind, ZoneCover, ZoneKind
from game.spatial.solids import CellSide
from game.view.board.start_signs import STARTS, start_sign
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BAD_WORD, FAINT, LINE, SMALL, Typography
from game.view.widgets.widget import Button, ChoiceButton, Label, Toggle, Widget
from game.window.doctor.feature_kinds import BY_KIND, MOST, SORTS
from game.window.doctor.tools import LONGEST_SIDE, USUAL_OTHERS, ToolSettings, is_side
from game.window.doctor.widget_rows import ROW, Pile, SignedButton

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
        return [Label(pile.row(high=2 * ROW)[0], text, SMALL, FAINT)]
    words = mending.zone_words(ref)
    pile.widgets.append(TextField(pile.row()[0], words.name, lambda name: say(replace(words_now(), name=name[:80]))))

    def words_now() -> ZoneWords:
        return mending.zone_words(setting.zone) if setting.zone is not None else words

    def choose(name: str, value: Any) -> None:
        say(replace(words_now(), **{name: value}))

    kinds = [(kind, kind) for kind in get_args(ZoneKind)]
    pile.widgets.append(ChoiceButton(pile.row()[0], "Kind", kinds, words.kind, partial(choose, "kind")))
    covers = [(cover, cover) for cover in get_args(ZoneCover)]
    pile.widgets.append(ChoiceButton(pile.row()[0], "Cover", covers, words.cover, partial(choose, "cover")))
    for name, place in zip(("dark", "smoke", "overgrown"), (*pile.row(2), *pile.row(2)), strict=False):
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
    for at in range(0, len(known), 2):
        for side, place in zip(known[at : at + 2], pile.row(2), strict=False):
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
    typed = TextField(pile.row()[0], setting.side, lambda text: take(text[:LONGEST_SIDE]), hint="Its name", tip=tip)
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
        return [Label(pile.row(high=2 * ROW)[0], text, SMALL, FAINT)]
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
    for at in range(0, len(SORTS), A_ROW):
        for each, place in zip(SORTS[at : at + A_ROW], pile.row(A_ROW), strict=False):
            pressed, chosen = partial(turn, each.kind), each is sort
            pile.widgets.append(Button(place, each.title, pressed, tip=each.tip, chosen=chosen, size=SMALL))
    tip = "Told in play, and what the objectives of a scenario call it by"
    hint = "Name, if it has one"
    pile.widgets.append(TextField(pile.row()[0], words.name, lambda text: say("name", text[:MOST]), hint=hint, tip=tip))
    if sort.strength:
        said, hint = partial(say, "strength"), sort.strength
        pile.widgets.append(_checked(pile.row()[0], words.strength, said, sort.reads, hint, hint))
    elif words.kind == "thing":
        _lay_thing(pile, words, say)
    elif words.kind == "lever":
        _lay_lever(pile, words, mending, link, say, placed=picking, waiting=setting.linking)
    if picking:
        pile.widgets.append(Button(pile.row()[0], "Take it away", take_away, size=SMALL, shortcut="Delete"))
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
    some, other = pile.row(2)
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
        pile.widgets.append(Button(pile.row()[0], told, link, tip=tip, chosen=waiting, size=SMALL))
    else:
        pile.widgets.append(Label(pile.row()[0], "Then click what it moves.", SMALL, FAINT))
    pile.widgets.append(ChoiceButton(pile.row()[0], "", COSTS, words.cost or COSTS[0][0], partial(say, "cost")))


def _moved(mending: MapEdit, side: CellSide | None) -> str:
    """What lies on the side that a lever opens, in words."""
    if side is None:
        return "nothing yet"
    edge = mending.thin(side)
    place = lines_told([CellSide(mending.authors(side.cell), side.along_x)])[0]
    return f"the {edge.kind} at {place.split(' to ')[0]}" if edge is not None else "nothing any more"
