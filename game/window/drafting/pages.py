"""The pages of the panel on which a battle is put together: sides with squads, objectives, settings of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from msgspec.structs import replace

from game.files import drafting
from game.files.scenario import LONGEST_CHAIN, ObjectiveEntry, ScenarioUnit
from game.play.seating import offered_players, tell_temperament, told_of
from game.play.squads import OWN, ready_squads, titled
from game.rules.ruleset import HasPlanningModel
from game.rules.setup import Goal
from game.rules.standing import called
from game.rules.weights import TASTES
from game.spatial.field import Cell, Feature
from game.view.board.tokens import TokenStyles
from game.view.panels.cards import cite
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BODY, SMALL, TEXT, TITLE, Colour, Typography
from game.view.widgets.widget import Button, ChoiceButton, Label, Slider, Toggle
from game.window.drafting.drafting import Drafting, OwnSquads

A_ROW = 4
"""Sides beside each other at most."""

ROWS = 3
"""Of such sides at most: rather than more the titles are cut."""

ADD = "Add side"

SAMPLE = 34
"""Pixels of the picture of somebody who may be recruited."""

DRAG = "Or drag it from the list onto the map"
WEIGH = "The book has no number to weigh battles up by: this is what they can lose. “Who will win?” tells more"


@dataclass(frozen=True)
class Bench:
    """What a page is laid out with."""

    draft: Drafting
    look: Typography
    liveries: TokenStyles
    after: Callable[[Callable[..., object]], Callable[..., None]]
    """A step, after which the panel is laid out anew (``Screen.after``)."""
    middle: Callable[[], Cell]
    """The cell of the map that is looked at."""
    lists: dict[str, ListBox]
    """Those that were laid out last, by name: another of that name is scrolled as it was."""
    fields: dict[str, TextField]
    """Likewise: one that is typed into keeps its caret."""
    squads: OwnSquads
    sure: Callable[[str, str, Callable[[], object]], object]
    """Asks whether the player is sure: a title, a text, and what is done then."""

    def field(
        self, name: str, rect: pygame.Rect, text: str, change: Callable[[str], object], *, hint: str
    ) -> TextField:
        """A field for a text of the battle: the one of that name that there is, if it says the same."""
        found = self.fields.get(name)
        if found is None or found.text != text:
            found = self.fields[name] = TextField(rect, text, change, hint=hint)
        found.rect, found.hint = rect, hint
        found.change = self.after(change)
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
    names = [side.name for side in draft.document.sides]
    last = len(names)
    count = last + adds
    wide = max(bench.look.width(text, SMALL, "semibold") for text in (*map(draft.document.called, names), ADD))
    fitting = column.area.width // (wide + bench.look.px(14) + column.gap)
    beside = max(1, min(A_ROW, count, max(fitting, -(-count // ROWS))))
    places = column.grid(count, beside)
    for side, place in zip(draft.document.sides, places, strict=False):
        turn = bench.after(partial(draft.look_at, side.name))
        title = draft.document.called(side.name)
        tab = SideTab(place, title, turn, chosen=side.name == draft.side, tip=title if beside > fitting else "")
        tab.colour = bench.liveries.word_colour(side.name)
        column.widgets.append(tab)
    if adds:
        more = bench.after(lambda: draft.add_side(bench.middle()))
        column.widgets.append(Button(places[last], ADD, more, tip="One more side, with somebody on it"))


def lay_units(bench: Bench, column: Column) -> None:
    """Sides, the squad of the one looked at, and who may join it."""
    draft, look = bench.draft, bench.look
    px = look.px
    lay_tabs(bench, column, adds=True)
    side = next(each for each in draft.document.sides if each.name == draft.side)
    name, away = column.row(3, 2)
    call = partial(draft.change, drafting.called, side.name, run=f"title of {side.name}")
    leave_out = partial(draft.attempt, draft.document.remove_side, side.name)
    column.widgets += [
        bench.field(f"side {side.name}", name, side.title, call, hint=draft.document.called(side.name)),
        Button(away, "Remove side", bench.after(leave_out), enabled=len(draft.document.sides) > 2),
    ]
    column.put(
        ChoiceButton(
            column.box(),
            "Played by",
            offered_players(),
            side.plays,
            bench.after(partial(draft.change, drafting.played, side.name)),
            tip=told_of(side.plays, draft.board.rules),
        )
    )
    squad = side.squad.get(draft.document.now.rules, ())
    ready = ready_squads(draft.board.rules, draft.board.rules.parties(draft.board.own))
    shown = squad if isinstance(squad, str) else ""
    choices = [("", "Of your own"), *ready]
    _lay_squads(bench, column, choices, shown)
    _lay_squad(bench, column)
    offered = draft.offered()
    words, order, joining = column.row(6, 6, 4)

    def turn() -> None:
        draft.by_strength = not draft.by_strength

    def join() -> None:
        draft.add(draft.unit, bench.middle())

    tip = f"Strength is told in {draft.document.roster.word}" + ("" if draft.document.roster.rated else f". {WEIGH}")
    column.widgets += [
        bench.field("words", words, draft.words, partial(setattr, draft, "words"), hint="Find"),
        Button(order, "By strength" if draft.by_strength else "By name", bench.after(turn), tip=tip),
        Button(joining, "Add", bench.after(join), enabled=bool(draft.unit), tip=DRAG),
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

    def pick(index: int) -> None:
        draft.unit = keys[index]

    def add(index: int) -> None:
        draft.unit = keys[index]
        join()

    chosen = keys.index(draft.unit) if draft.unit in keys else -1
    listed = Recruiting(
        column.rest(), rows, bench.after(pick), chosen=chosen, height=look.pitch(40), open_=bench.after(add)
    )
    column.put(bench.scrolled("roster", listed))


def _lay_squads(bench: Bench, column: Column, choices: Sequence[tuple[str, str]], shown: str) -> None:
    """The ready squads, and the way to keep the side as one of the player's own; while it is named, its name."""
    squads, draft = bench.squads, bench.draft
    if squads.naming is not None:
        name, keep, leave = column.row(6, 4, 1)
        call, stop = partial(setattr, squads, "naming"), partial(setattr, squads, "naming", None)
        text = "Replace" if squads.replaces else "Keep"
        tip = "Among your own units, for every battle by these rules; where they stand is not kept"
        column.widgets += [
            bench.field("squad name", name, squads.naming, call, hint="Name of the squad"),
            Button(keep, text, bench.after(squads.save), tip=tip, chosen=True),
            Button(leave, "×", bench.after(stop), tip="Leave it"),
        ]
        return
    ready, keep = column.row(8, 3)
    column.widgets.append(ChoiceButton(ready, "Squad", choices, shown, bench.after(draft.squad)))
    if squads.here:
        key = squads.here
        text = f"{titled(key)} is taken out of your squads. Saved scenarios that name it do not find it then."

        def ask() -> None:
            bench.sure("Forget this squad?", text, bench.after(squads.forget))

        column.widgets.append(Button(keep, "Forget…", ask, tip="Take it out of your own squads"))
    elif squads.able:
        tip = "Keep the side as a squad of your own, which is then among those that can be picked"
        column.widgets.append(Button(keep, "Keep…", bench.after(squads.begin), tip=tip))


def _lay_squad(bench: Bench, column: Column) -> None:
    """Everybody on the side, what they come to, and what can be done with the one that is picked."""
    draft, look = bench.draft, bench.look
    px = look.px
    units = draft.document.members(draft.side)
    strength = draft.document.roster.strength(unit.unit for unit in units)
    told = f"{len(units)} unit{'s' if len(units) != 1 else ''}, {draft.document.roster.word} {strength}"
    size = look.fitting(told, column.area.width, SMALL, "semibold")
    column.put(Label(column.box(look.line(SMALL)), told, size, TITLE, bold=True))
    high = px(32)
    room = column.rest().height - 4 * (column.high + column.gap)
    box = column.box(min(room * 2 // 5, len(units) * high + 8))
    rows = []
    for number, unit in enumerate(units):
        who = draft.board.who(draft.side, number)
        assert who is not None
        token = draft.board.scene.tokens[who]
        name = called(token.standing) + (" · in ambush" if unit.hidden else "")
        rows.append(ListRow(name, picture=bench.liveries.portrait(token, px(26))))

    chosen = -1 if draft.number is None else draft.number
    pick = bench.after(partial(setattr, draft, "number"))
    listed = bench.scrolled("squad", ListBox(box, rows, pick, chosen=chosen, height=high))
    if draft.number is not None:
        listed.keep_seen()
    column.put(listed)
    picked = units[draft.number] if draft.number is not None else None
    lying, start, away = column.row(5, 5, 4)
    lies = picked is not None and picked.hidden
    ambush = Toggle(lying, "In ambush", lies, bench.after(lambda on: draft.tell(hidden=on)))
    ambush.tip = "The other sides do not know of it until it shows itself (H)"
    free = Button(
        start,
        "To the start",
        bench.after(partial(draft.tell, at=None)),
        enabled=picked is not None and picked.at is not None,
        tip="The rules put it on its side's start, as those whom nobody has moved",
    )
    ambush.enabled = picked is not None
    remove = Button(away, "Remove", bench.after(draft.remove), enabled=picked is not None, shortcut="Delete")
    column.widgets += [ambush, free, remove]
    naming, more = column.row(3, 2)
    known = picked.name if picked is not None else ""

    def call(name: str) -> None:
        draft.tell("name", name=name)

    called_so = bench.field(f"name {draft.side} {draft.number}", naming, known, call, hint="A name of its own")
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
        bench.after(lambda key: draft.tell(temperament=key or None)),
        tip=told or "What it likes in a fight, where the computer plays it",
    )
    choice.enabled = picked is not None and isinstance(rules, HasPlanningModel)
    return choice


GOALS: dict[Goal, str] = {
    "eliminate": "Be the last that fights",
    "hold": "Hold a place",
    "escape": "Get away",
    "protect": "Keep somebody safe",
    "survive": "Last for some rounds",
    "task": "Work at something",
    "fell": "Fell somebody",
}

SAID: dict[Goal, str] = {
    "eliminate": "The last side that fights wins.",
    "hold": "Stand there alone for so many full rounds.",
    "escape": "Leave the map over that ground.",
    "protect": "Whoever is to be kept safe must not fall.",
    "survive": "Somebody of the side still fights after so many rounds.",
    "task": "Somebody beside it works at it, so many times.",
    "fell": "That one of another side must fall.",
}

PLACED: tuple[Goal, ...] = ("hold", "escape", "task")
TIMED: tuple[Goal, ...] = ("hold", "protect", "survive")
COUNTED: tuple[Goal, ...] = ("escape", "task")
NAMED: tuple[Goal, ...] = ("protect", "fell")
"""Those that are about one who must be named."""

USUAL_ROUNDS = 4
MOST = 20


def begun(draft: Drafting, goal: Goal) -> ObjectiveEntry:
    """An objective of a kind with all that it needs, as far as map and side have it."""
    usual = {"hold": ("objective",), "escape": ("exit",), "task": ("lever", "loot", "objective")}.get(goal, ())
    features = draft.board.chart.field.features
    fit = [feature for kind in usual for feature in features if feature.kind == kind]
    rounds = USUAL_ROUNDS if goal in TIMED else 0
    who = next(iter(meant(draft, goal)), "") if goal in NAMED else ""
    return ObjectiveEntry(goal, feature=_key(fit[0]) if fit else "", rounds=rounds, who=who)


def meant(draft: Drafting, goal: Goal) -> list[str]:
    """Whom an objective of the side that is looked at may be about, by name."""
    others = [side.name for side in draft.document.sides if side.name != draft.side]
    return names(draft, *(others if goal == "fell" else (draft.side,)))


def names(draft: Drafting, *sides: str) -> list[str]:
    """What everybody on some sides is called in the battle, as objectives name them."""
    return [token.standing.name for token in draft.board.scene.tokens.values() if token.side in sides]


def lay_objective(bench: Bench, column: Column) -> None:
    """What the side that is looked at fights for."""
    draft = bench.draft
    lay_tabs(bench, column, adds=False)
    aim, aims = draft.aim, draft.aims
    if len(aims) > 1:
        _lay_links(bench, column, len(aims))

    def turn_to(goal: str) -> None:
        draft.aim_at(begun(draft, next(each for each in GOALS if each == goal)))

    goals = [(goal, said) for goal, said in GOALS.items() if len(aims) == 1 or goal != "eliminate"]
    column.put(ChoiceButton(column.box(), "", goals, aim.goal, bench.after(turn_to)))
    column.say(bench.look, SAID[aim.goal], SMALL)
    if aim.goal in PLACED:
        _lay_place(bench, column)
    if aim.goal in TIMED:
        column.put(_number(bench, column, "Rounds", aim.rounds, lambda many: replace(draft.aim, rounds=many)))
    if aim.goal in COUNTED:
        what = "How many" if aim.goal == "escape" else "How often"
        column.put(_number(bench, column, what, aim.count, lambda many: replace(draft.aim, count=many)))
    if aim.goal in (*NAMED, "escape"):
        _lay_people(bench, column)
    if aim.goal != "eliminate":
        further, less = column.row(1, 1)
        then = bench.after(lambda: draft.aim_further(begun(draft, "survive" if aim.goal != "survive" else "hold")))
        tip = "What the side has to reach next; only the last of them wins"
        column.widgets += [
            Button(further, "And then…", then, tip=tip, enabled=len(aims) < LONGEST_CHAIN),
            Button(less, "Leave it out", bench.after(draft.aim_no_further)),
        ]


def _lay_place(bench: Bench, column: Column) -> None:
    """Where it is: one of the places that have a name, or what was clicked."""
    places, shown = _places(bench.draft), _where(bench.draft.aim)
    if not shown:
        places = [("", "Click it on the map"), *places]
    elif shown not in dict(places):
        places = [(shown, f"{len(bench.draft.aim.cells)} cells"), *places]
    column.put(ChoiceButton(column.box(), "Where", places, shown, bench.after(partial(_settle, bench.draft))))
    column.say(bench.look, "Or click it on the map: a place with a name, a start, or cell by cell.", SMALL)


def _lay_people(bench: Bench, column: Column) -> None:
    """Who is meant."""
    draft, aim = bench.draft, bench.draft.aim
    people = [(name, name) for name in meant(draft, aim.goal)]
    if aim.goal == "escape":
        people = [("", "Anybody"), *people]
    elif aim.who not in dict(people):
        people = [(aim.who, aim.who or "Click somebody"), *people]

    def turn(name: str) -> None:
        draft.aim_at(replace(draft.aim, who=name))

    tip = "Or click somebody on the map"
    column.put(ChoiceButton(column.box(), "Who", people, aim.who, bench.after(turn), tip=tip))


def _lay_links(bench: Bench, column: Column, many: int) -> None:
    """A button for each of the objectives that follow each other."""
    draft = bench.draft
    for number, place in enumerate(column.row(*[1] * many)):
        text = "At first" if not number else f"Then {number + 1}" if many < 4 else str(number + 1)
        turn = bench.after(partial(setattr, draft, "link", number))
        column.widgets.append(Button(place, text, turn, chosen=number == min(draft.link, many - 1)))


def _number(bench: Bench, column: Column, text: str, value: int, made: Callable[[int], ObjectiveEntry]) -> Slider:
    def change(many: float) -> None:
        bench.draft.aim_at(made(round(many)), f"{text} of {bench.draft.side}")

    return Slider(column.box(), text, value, (1, MOST), 1, change)


# -- where


def _key(feature: Feature) -> str:
    return feature.name or feature.id


def _places(draft: Drafting) -> list[tuple[str, str]]:
    """What of the map can be named: things worked at, and for what is ground the starts of the sides too."""
    features = [feature for feature in draft.board.chart.field.features if feature.cells]
    found = {f"feature:{_key(feature)}": feature.name or f"A {feature.kind.replace('_', ' ')}" for feature in features}
    if draft.aim.goal != "task":
        sides = dict.fromkeys(spawn.side for spawn in draft.board.chart.field.spawns if spawn.cells)
        titles = {side.name: draft.document.called(side.name) for side in draft.document.sides}
        found |= {f"spawn:{side}": f"Start of {titles.get(side, side)}" for side in sides}
    return list(found.items())


def _where(aim: ObjectiveEntry) -> str:
    if aim.feature:
        return f"feature:{aim.feature}"
    if aim.spawn:
        return f"spawn:{aim.spawn}"
    return "cells" if aim.cells else ""


def _settle(draft: Drafting, key: str) -> None:
    kind, _, name = key.partition(":")
    aim = draft.aim
    if kind == "feature":
        aim = replace(aim, feature=name, spawn="", cells=())
    elif kind == "spawn":
        aim = replace(aim, feature="", spawn=name, cells=())
    draft.aim_at(aim)


def point_at(draft: Drafting, cell: Cell) -> None:
    """A cell was clicked for the objective: the thing that is there, or else its ground is added or taken off."""
    aim = draft.aim
    if aim.goal not in PLACED:
        return
    features = [feature for feature in draft.board.chart.field.features if cell in feature.cells]
    named = next((feature for feature in features if _fits(aim.goal, feature)), None)
    if named is not None and not aim.cells:
        draft.aim_at(replace(aim, feature=_key(named), spawn="", cells=()))
    elif aim.goal == "task":
        draft.say("There is nothing to work at: click a lever, a chest or another thing of the map.")
    else:
        near = draft.board.where.ground((cell,))
        if not any(map(draft.board.ground.standable, near)):
            draft.say("Nobody can stand there: click open ground.")
            return
        ground = {draft.board.tiled_cell(each) for each in near}
        cells = set(aim.cells)
        cells = cells - ground if ground <= cells else cells | ground
        draft.aim_at(replace(aim, feature="", spawn="", cells=tuple(sorted(cells, key=lambda each: each[::-1]))))


def _fits(goal: Goal, feature: Feature) -> bool:
    """Whether somebody who clicks on a thing of the map surely means it for such an objective."""
    return goal == "task" or feature.kind in ("objective", "exit")


def trouble_said(draft: Drafting) -> str:
    """What keeps the battle from being begun, as a player would say it; empty if nothing does."""
    everybody = names(draft, *(side.name for side in draft.document.sides))
    for side in draft.document.sides:
        title = draft.document.called(side.name)
        for aim in drafting.links(drafting.objective_of(draft.document.now, side.name)):
            if aim.goal in PLACED and not _where(aim):
                return f"{title}: click on the map where that is ({GOALS[aim.goal].casefold()})."
            if (aim.who or aim.goal in NAMED) and aim.who not in everybody:
                gone = f"; nobody is called {aim.who} now" if aim.who else ""
                return f"{title}: choose who that is ({GOALS[aim.goal].casefold()}){gone}."
    return draft.board.trouble


def lay_rules(bench: Bench, column: Column) -> None:
    """Which rules are played, and what their book leaves open."""
    draft, look = bench.draft, bench.look
    rules = draft.board.rules
    column.gap = look.px(4)
    column.put(Label(column.box(look.px(24)), rules.title, BODY + 1, TITLE, bold=True))
    room = column.rest().height // (len(rules.settings) + 1) - look.line(SMALL) - 2 * column.gap
    column.high = min(column.high, room)
    given = draft.document.now.entries.options.get(rules.name, {})
    for setting in rules.settings:
        _put_line(bench, column, setting.title)
        value = given.get(setting.key, setting.default)
        said = dict(setting.choices).get(value, value)
        tip = "\n".join((said, *(cite(rules.ledger, number) for number in setting.rules)))
        change = bench.after(partial(draft.attempt, draft.document.rule, setting.key))
        column.put(ChoiceButton(column.box(), "", setting.choices, value, change, tip=tip))
    _put_line(bench, column, "The party, where rules favour the players")
    sides = [("", "Nobody"), *((side.name, draft.document.called(side.name)) for side in draft.document.sides)]
    party = next((side.name for side in draft.document.sides if side.party), "")
    favour = bench.after(partial(draft.change, drafting.favoured))
    column.put(ChoiceButton(column.box(), "", sides, party, favour))


def _put_line(bench: Bench, column: Column, text: str) -> None:
    """A line over a choice, a little smaller where it would not fit."""
    size = bench.look.fitting(text, column.area.width, SMALL)
    column.put(Label(column.box(bench.look.line(SMALL)), text, size, TEXT))
