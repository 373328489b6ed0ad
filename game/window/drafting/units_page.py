"""The page of the panel on which sides and their squads are put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.files.scenario import ScenarioUnit
from game.play.seating import offered_players, tell_temperament, told_of
from game.play.squads import OWN, ready_squads, titled
from game.rules.ruleset import HasPlanningModel
from game.rules.standing import called
from game.rules.weights import TASTES
from game.spatial.field import Cell
from game.view.board.tokens import TokenStyles
from game.view.widgets.columns import Column
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import SMALL, TITLE, Colour, Typography
from game.view.widgets.widget import Button, ChoiceButton, Label, Toggle
from game.window.drafting.drafting import Drafting
from game.window.drafting.own_squads import OwnSquads

A_ROW = 4
"""Sides beside each other at most."""

ROWS = 3
"""Of such sides at most: rather than more the titles are cut."""

ADD = "Add side"

SAMPLE = 34
"""Pixels of the picture of somebody who may be recruited."""

WEIGH = "The book has no number to weigh battles up by: this is what they can lose. “Who will win?” tells more"


@dataclass(frozen=True)
class Bench:
    """What a page is laid out with."""

    draft: Drafting
    look: Typography
    liveries: TokenStyles
    again: Callable[[], object]
    """The panel is to be laid out anew."""
    middle: Callable[[], Cell]
    """The cell of the map that is looked at."""
    lists: dict[str, ListBox]
    """Those that were laid out last, by name: another of that name is scrolled as it was."""
    fields: dict[str, TextField]
    """Likewise: one that is typed into keeps its caret."""
    squads: OwnSquads
    sure: Callable[[str, str, Callable[[], object]], object]
    """Asks whether the player is sure: a title, a text, and what is done then."""

    def after(self, change: Callable[[], object]) -> Callable[[], None]:
        """Something that changes the battle and what the panel shows of it."""

        def both() -> None:
            change()
            self.again()

        return both

    def field(
        self, name: str, rect: pygame.Rect, text: str, change: Callable[[str], object], *, hint: str
    ) -> TextField:
        """A field for a text of the battle: the one of that name that there is, if it says the same."""
        found = self.fields.get(name)
        if found is None or found.text != text:
            found = self.fields[name] = TextField(rect, text, change, hint=hint)
        found.rect, found.hint = rect, hint
        found.change = lambda typed: self.after(partial(change, typed))()
        return found

    def scrolled(self, name: str, listed: ListBox) -> ListBox:
        """A list scrolled as the last one of that name."""
        if name in self.lists:
            listed.top = self.lists[name].top
        self.lists[name] = listed
        return listed


class SideTab(Button):
    """Turns to a side, whose colour it has."""

    colour: Colour = TITLE

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        super().draw(target, look, focused=focused, hovered=hovered)
        stripe = pygame.Rect(self.rect.left + 6, self.rect.bottom - 7, self.rect.width - 12, 3)
        pygame.draw.rect(target, self.colour, stripe, border_radius=1)


class Recruiting(ListBox):
    """Those who may be recruited; one can be dragged from it onto the map."""


def lay_tabs(bench: Bench, column: Column, *, adds: bool) -> None:
    """A button for each side, and if wanted one for another side."""
    draft = bench.draft
    names = [side.name for side in draft.sides]
    last = len(names)
    places: list[pygame.Rect] = []
    count = last + adds
    wide = max(bench.look.width(text, SMALL, "semibold") for text in (*map(draft.title, names), ADD))
    fitting = column.area.width // (wide + bench.look.px(14) + column.gap)
    beside = max(1, min(A_ROW, count, max(fitting, -(-count // ROWS))))
    for start in range(0, count, beside):
        places += column.row(*[1] * beside)[: count - start]
    for side, place in zip(draft.sides, places, strict=False):
        turn = bench.after(partial(draft.look_at, side.name))
        title = draft.title(side.name)
        tab = SideTab(place, title, turn, chosen=side.name == draft.side, tip=title if beside > fitting else "")
        tab.colour = bench.liveries.word_colour(side.name)
        column.widgets.append(tab)
    if adds:
        more = bench.after(lambda: draft.add_side(bench.middle()))
        column.widgets.append(Button(places[last], ADD, more, tip="One more side, with somebody on it"))


def lay_units(bench: Bench, column: Column, bottom: int) -> None:
    """Sides, the squad of the one looked at, and who may join it; down to a pixel of the window."""
    draft, look = bench.draft, bench.look
    px = look.px
    lay_tabs(bench, column, adds=True)
    side = next(each for each in draft.sides if each.name == draft.side)
    name, away = column.row(3, 2)
    column.widgets += [
        bench.field(f"side {side.name}", name, side.title, draft.call_side, hint=draft.title(side.name)),
        Button(away, "Remove side", bench.after(draft.remove_side), enabled=len(draft.sides) > 2),
    ]
    column.put(
        ChoiceButton(
            column.box(),
            "Played by",
            offered_players(),
            side.plays,
            lambda key: bench.after(lambda: draft.seat(key))(),
            tip=told_of(side.plays, draft.board.rules),
        )
    )
    squad = side.squad.get(draft.scenario.rules, ())
    ready = ready_squads(draft.board.rules, draft.board.rules.parties(draft.board.own))
    shown = squad if isinstance(squad, str) else ""
    choices = [("", "Of your own"), *ready]
    _lay_squads(bench, column, choices, shown)
    _lay_squad(bench, column, bottom)
    offered = draft.offered()
    words, order, joining = column.row(6, 6, 4)

    def seek(text: str) -> None:
        draft.words = text

    def turn() -> None:
        draft.by_strength = not draft.by_strength
        bench.again()

    def join() -> None:
        draft.add(draft.unit, bench.middle())
        bench.again()

    tip = f"Strength is told in {draft.roster.word}" + ("" if draft.roster.rated else f". {WEIGH}")
    column.widgets += [
        bench.field("words", words, draft.words, seek, hint="Find"),
        Button(order, "By strength" if draft.by_strength else "By name", turn, tip=tip),
        Button(joining, "Add", join, enabled=bool(draft.unit), tip="Or drag it from the list onto the map"),
    ]
    keys = [unit.key for unit in offered]
    house = draft.board.rules.roster()
    room = column.area.width - px(30 + SAMPLE)
    rows = [
        ListRow(
            unit.title + ("" if unit.key in house else OWN),
            look.whole(unit.told, room, SMALL),
            None if unit.standing is None else bench.liveries.sample(side.name, unit.standing, px(SAMPLE)),
        )
        for unit in offered
    ]
    box = pygame.Rect(column.area.left, column.top, column.area.width, bottom - column.top)

    def pick(index: int) -> None:
        draft.unit = keys[index]
        bench.again()

    def add(index: int) -> None:
        draft.unit = keys[index]
        join()

    chosen = keys.index(draft.unit) if draft.unit in keys else -1
    listed = Recruiting(box, rows, pick, chosen=chosen, height=look.pitch(40), open_=add)
    column.put(bench.scrolled("roster", listed))


def _lay_squads(bench: Bench, column: Column, choices: Sequence[tuple[str, str]], shown: str) -> None:
    """The ready squads, and the way to keep the side as one of the player's own; while it is named, its name."""
    squads, draft = bench.squads, bench.draft
    if squads.naming is not None:
        name, keep, leave = column.row(6, 4, 1)

        def call(text: str) -> None:
            squads.naming = text

        def stop() -> None:
            squads.naming = None

        text = "Replace" if squads.replaces else "Keep"
        tip = "Among your own units, for every battle by these rules; where they stand is not kept"
        column.widgets += [
            bench.field("squad name", name, squads.naming, call, hint="Name of the squad"),
            Button(keep, text, bench.after(squads.keep), tip=tip, chosen=True),
            Button(leave, "×", bench.after(stop), tip="Leave it"),
        ]
        return
    ready, keep = column.row(8, 3)
    column.widgets.append(
        ChoiceButton(ready, "Squad", choices, shown, lambda key: bench.after(lambda: draft.squad(key))())
    )
    if squads.here:
        key = squads.here
        text = f"{titled(key)} is taken out of your squads. Saved scenarios that name it do not find it then."

        def ask() -> None:
            bench.sure("Forget this squad?", text, bench.after(squads.forget))

        column.widgets.append(Button(keep, "Forget…", ask, tip="Take it out of your own squads"))
    elif squads.able:
        tip = "Keep the side as a squad of your own, which is then among those that can be picked"
        column.widgets.append(Button(keep, "Keep…", bench.after(squads.begin), tip=tip))


def _lay_squad(bench: Bench, column: Column, bottom: int) -> None:
    """Everybody on the side, what they come to, and what can be done with the one that is picked."""
    draft, look = bench.draft, bench.look
    px = look.px
    units = draft.members(draft.side)
    strength = draft.roster.strength(unit.unit for unit in units)
    told = f"{len(units)} unit{'s' if len(units) != 1 else ''}, {draft.roster.word} {strength}"
    size = look.fitting(told, column.area.width, SMALL, "semibold")
    column.put(Label(column.box(look.line(SMALL)), told, size, TITLE, bold=True))
    high = px(32)
    room = bottom - column.top - 4 * (column.high + column.gap)
    box = column.box(min(room * 2 // 5, len(units) * high + 8))
    rows = []
    for number, unit in enumerate(units):
        who = draft.board.who(draft.side, number)
        assert who is not None
        token = draft.board.scene.tokens[who]
        name = called(token.standing) + (" · in ambush" if unit.hidden else "")
        rows.append(ListRow(name, picture=bench.liveries.portrait(token, px(26))))

    def pick(index: int) -> None:
        draft.number = index
        bench.again()

    chosen = -1 if draft.number is None else draft.number
    listed = bench.scrolled("squad", ListBox(box, rows, pick, chosen=chosen, height=high))
    if draft.number is not None:
        listed.keep_seen()
    column.put(listed)
    picked = units[draft.number] if draft.number is not None else None
    lying, start, away = column.row(5, 5, 4)
    lies = picked is not None and picked.hidden
    ambush = Toggle(lying, "In ambush", lies, lambda on: bench.after(partial(draft.hide, on))())
    ambush.tip = "The other sides do not know of it until it shows itself (H)"
    free = Button(
        start,
        "To the start",
        bench.after(draft.free),
        enabled=picked is not None and picked.at is not None,
        tip="The rules put it on its side's start, as those whom nobody has moved",
    )
    ambush.enabled = picked is not None
    remove = Button(away, "Remove", bench.after(draft.remove), enabled=picked is not None, shortcut="Delete")
    column.widgets += [ambush, free, remove]
    naming, more = column.row(3, 2)
    known = picked.name if picked is not None else ""
    called_so = bench.field(f"name {draft.side} {draft.number}", naming, known, draft.name, hint="A name of its own")
    another = bench.after(lambda: draft.one_more(bench.middle()))
    column.widgets += [
        called_so,
        Button(more, "One more", another, enabled=picked is not None, tip="Another one of its kind"),
    ]
    column.put(_temperament(bench, column.box(), picked))


def _temperament(bench: Bench, place: pygame.Rect, picked: ScenarioUnit | None) -> ChoiceButton:
    """What the picked one likes in a fight: that of its kind, or another of its own."""
    draft = bench.draft
    rules, told = draft.board.rules, ""
    if picked is not None and draft.number is not None:
        who = draft.board.who(draft.side, draft.number)
        told = tell_temperament(rules, draft.board.scene.board, who) if who is not None else ""
    choice = ChoiceButton(
        place,
        "Temperament",
        [("", "Of its kind"), *((name, name.capitalize()) for name in TASTES)],
        (picked.temperament if picked is not None else None) or "",
        lambda key: bench.after(lambda: draft.temper(key))(),
        tip=told or "What it likes in a fight, where the computer plays it",
    )
    choice.enabled = picked is not None and isinstance(rules, HasPlanningModel)
    return choice
