"""The page of the panel on which it is said what a side fights for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from game.files.drafting import links, objective_of
from game.files.objectives import LONGEST_CHAIN, ObjectiveEntry
from game.rules.setup import Goal
from game.spatial.field import Cell, Feature
from game.view.widgets.columns import Column
from game.view.widgets.theme import SMALL, TEXT
from game.view.widgets.widget import Button, ChoiceButton, Label, Slider
from game.window.drafting.drafting import Drafting
from game.window.drafting.units_page import Bench, lay_tabs

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
    others = [side.name for side in draft.sides if side.name != draft.side]
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
        bench.again()

    goals = [(goal, said) for goal, said in GOALS.items() if len(aims) == 1 or goal != "eliminate"]
    column.put(ChoiceButton(column.box(), "", goals, aim.goal, turn_to))
    _write(bench, column, SAID[aim.goal])
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
    column.put(ChoiceButton(column.box(), "Where", places, shown, lambda key: _settle(bench, key)))
    _write(bench, column, "Or click it on the map: a place with a name, a start, or cell by cell.")


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
        bench.again()

    column.put(ChoiceButton(column.box(), "Who", people, aim.who, turn, tip="Or click somebody on the map"))


def _lay_links(bench: Bench, column: Column, many: int) -> None:
    """A button for each of the objectives that follow each other."""
    draft = bench.draft
    for number, place in enumerate(column.row(*[1] * many)):
        text = "At first" if not number else f"Then {number + 1}" if many < 4 else str(number + 1)
        turn = bench.after(partial(draft.look_at_link, number))
        column.widgets.append(Button(place, text, turn, chosen=number == min(draft.link, many - 1)))


def _write(bench: Bench, column: Column, text: str) -> None:
    lines = bench.look.wrap(text, column.area.width, SMALL)
    column.put(Label(column.box(len(lines) * bench.look.line(SMALL)), text, SMALL, TEXT))


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
        known = [side.name for side in draft.sides]
        found |= {f"spawn:{side}": f"Start of {draft.title(side) if side in known else side}" for side in sides}
    return list(found.items())


def _where(aim: ObjectiveEntry) -> str:
    if aim.feature:
        return f"feature:{aim.feature}"
    if aim.spawn:
        return f"spawn:{aim.spawn}"
    return "cells" if aim.cells else ""


def _settle(bench: Bench, key: str) -> None:
    kind, _, name = key.partition(":")
    aim = bench.draft.aim
    if kind == "feature":
        aim = replace(aim, feature=name, spawn="", cells=())
    elif kind == "spawn":
        aim = replace(aim, feature="", spawn=name, cells=())
    bench.draft.aim_at(aim)
    bench.again()


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
        ground = {draft.board.counted(each) for each in near}
        cells = set(aim.cells)
        cells = cells - ground if ground <= cells else cells | ground
        draft.aim_at(replace(aim, feature="", spawn="", cells=tuple(sorted(cells, key=lambda each: each[::-1]))))


def _fits(goal: Goal, feature: Feature) -> bool:
    """Whether somebody who clicks on a thing of the map surely means it for such an objective."""
    return goal == "task" or feature.kind in ("objective", "exit")


def trouble_said(draft: Drafting) -> str:
    """What keeps the battle from being begun, as a player would say it; empty if nothing does."""
    everybody = names(draft, *(side.name for side in draft.sides))
    for side in draft.sides:
        for aim in links(objective_of(draft.scenario, side.name)):
            if aim.goal in PLACED and not _where(aim):
                return f"{draft.title(side.name)}: click on the map where that is ({GOALS[aim.goal].casefold()})."
            if (aim.who or aim.goal in NAMED) and aim.who not in everybody:
                gone = f"; nobody is called {aim.who} now" if aim.who else ""
                return f"{draft.title(side.name)}: choose who that is ({GOALS[aim.goal].casefold()}){gone}."
    return draft.board.trouble
