"""What a combatant may do now, as options; and what it may not, with the reason in the book's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, overload

from game.kit.combatants import allies
from game.kit.goals import task_option
from game.kit.telling import the
from game.kit.things import OPERATIONS
from game.rules.events import Id
from game.rules.option_details import Danger, OptionDetails, Spending
from game.rules.questions import Family, Menu, Option, Parts, Sought
from game.spatial.field import Cell
from game.spatial.paths import Reach
from rulesets.sovereign.play import (
    actions,
    aims,
    charging,
    flight,
    gear,
    maneuvers,
    moving,
    spells,
    tending,
    things,
)
from rulesets.sovereign.play.actions import Action
from rulesets.sovereign.play.geometry import (
    FEET,
    held,
    in_clinch,
    on_rim,
    pace,
    sharing,
)
from rulesets.sovereign.play.goals import task_at
from rulesets.sovereign.play.instants import DEFENSE
from rulesets.sovereign.play.numbers import combat_skill
from rulesets.sovereign.play.things import FREE_ACTIONS, Choice
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, Spell


def menu(board: SovereignBoard, me: Body, others: bool) -> Menu[Action]:
    """Every action open to a member on its turn. ``others``: whether another member could act instead.

    ``board`` must stand still: the menu is written when somebody first looks at it.
    """

    def singles(sought: Sought) -> Iterator[Choice]:
        yield from _singles(board, me, sought)
        if not flight.must_run(board, me):
            unspent = ("Main Action",) if me.sheet.main else ()
            yield Option("done", actions.Done(), "End this turn", icon="pass", ends=True, unspent=unspent)
        if others:
            label = "Let somebody else act first"
            yield Option("other", actions.Other(), label, short="Other", yields=True)

    def build(sought: Sought) -> Parts[Action]:
        return singles(sought), _families(board, me, sought)

    return Menu.later(build)


def _singles(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    sheet, clinch, runs = me.sheet, in_clinch(board, me), flight.runs(board, me)
    has_move = sheet.move or sheet.main
    if sheet.main:
        yield from _main_actions(board, me, sought, clinch=clinch, runs=runs)
    if clinch:
        yield from _in_a_hold(board, me)
    if sheet.prone and has_move and sharing(board, me) is None:  # in a hold too (ruling S-63)
        yield Option("stand", actions.StandUp(), "Stand up", look=partial(_warned, board, me))
    if not clinch:
        yield from _at_hand(board, me, sought, runs=runs)
    if has_move and not runs and sought.begins("pick up "):
        yield from _lying_near(board, me)
    if sheet.move and sheet.main and not sheet.fleeing:  # who is cornered does as it likes in its turn alone
        label = "Hold an action until the round ends"
        yield Option("hold", actions.Hold(), label, short="Hold")
    if sought.begins(*things.HANDS):
        yield from things.hands(board, me)


def _main_actions(board: SovereignBoard, me: Body, sought: Sought, *, clinch: bool, runs: bool) -> Iterator[Choice]:
    """What takes the Main Action alone, of attacks, spells and skills what is not done in flight (ruling S-20)."""
    if not runs:
        if sought.begins(*aims.AT_FOES):
            yield from aims.attacks_on_foes(board, me, sought)
        if sought.begins("grapple ", "shove "):
            yield from aims.maneuvers_on_foes(board, me, sought)
        if not clinch and sought.begins("cast "):
            yield from _spells(board, me)
        if sought.begins("aid ", "parley"):
            yield from _skills(board, me)
    yield Option("defend", actions.TotalDefense(), DEFENSE, short="Total Defense")
    if sought.begins("disengage") and moving.opposed_by(board, me):
        yield Option("disengage", actions.Disengage(), "Disengage")


def _in_a_hold(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    """Out of a hold, one's own or another's."""
    sheet = me.sheet
    if sheet.grappling and sheet.free < FREE_ACTIONS:
        yield Option("release", actions.Release(), "Let go", target=sheet.grappling)
    if held(board, me.id) and sheet.main:
        label = "Break free of the hold"
        yield Option("break free", actions.BreakFree(), label, short="Break free")


def _at_hand(board: SovereignBoard, me: Body, sought: Sought, *, runs: bool) -> Iterator[Choice]:
    """What is done where one stands, out of any hold: a task, doors, leaving the map."""
    sheet = me.sheet
    if sheet.main and not runs and sought.begins("work") and (task := task_at(board, me)) is not None:
        yield task_option(task, gear.Work(), partial(_warned, board, me))
    if sheet.move or sheet.main:
        if sought.begins(*OPERATIONS):
            yield from things.doors(board, me)
        if on_rim(board, me) and not sheet.prone:
            yield Option("leave", actions.Leave(), "Leave the map", for_good=True)


def _lying_near(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    for thing, weapon in things.lying_near(board, me):
        if things.in_the_way(board, me, weapon) is None:
            yield Option(
                f"pick up {thing.id}",
                gear.PickUp(thing.id),
                f"Pick up {the(weapon.name.lower())}",
                place=thing.at,
                look=partial(_warned, board, me),
            )


def _spells(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    if not me.sheet.profile.spells:
        return
    for spell in spells.castable(me):
        if spell.target != "area":
            for c in spells.targets(board, me, spell):
                yield Option(
                    f"cast {spell.key} {c.id}",
                    actions.Cast(spell.key, c.id, None),
                    f"Cast {spell.name} on {c.sheet.profile.name}",
                    target=c.id,
                )


def _skills(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    for c in tending.patients(board, me):
        yield Option(
            f"aid {c.id}",
            actions.FirstAid(c.id),
            f"First aid for {c.sheet.profile.name}",
            target=c.id,
            look=partial(_warned, board, me),
        )
    if tending.listeners(board, me):
        yield Option("parley", actions.Parley(), "Appeal for parley", look=partial(_warned, board, me))


class RunEnds(Sequence[Cell]):
    """Where a run can end: the cells within reach, in row order, but the one it begins on."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._cells: tuple[Cell, ...] | None = None

    def __len__(self) -> int:
        return self._reach.mask.bit_count() - 1

    def __contains__(self, cell: Any) -> bool:
        return isinstance(cell, tuple) and cell != self._reach.start and cell in self._reach

    @overload
    def __getitem__(self, index: int) -> Cell: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Cell]: ...
    def __getitem__(self, index: int | slice) -> Cell | Sequence[Cell]:
        if self._cells is None:
            self._cells = tuple(cell for cell in self._reach.cells() if cell != self._reach.start)
        return self._cells[index]


def _families(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Family[Action]]:
    sheet, runs = me.sheet, flight.runs(board, me)
    walks = sought.begins("run ", "screen ", *aims.CHARGING)
    if walks and (sheet.move or sheet.main) and moving.can_walk(board, me) and pace(me):
        reach = partial(moving.run_reach, board, me)

        def run(key: str, at: Cell) -> Choice:
            label = f"Run to {at[0]},{at[1]}"
            look = lambda: _run_about(board, me, reach(), at)  # noqa: E731 - the reach is found only when looked at
            return Option(key, actions.Run(at), label, place=at, look=look)

        yield Family("run", lambda: flight.run_ends(board, me) if runs else RunEnds(reach()), run)
        if sought.begins("screen ") and combat_skill(me) >= 1 and not (runs or sheet.prone):
            yield from _screens(board, me, reach)
        charges = sheet.move and sheet.main and sought.begins(*aims.CHARGING) and charging.may_charge(board, me)
        if charges and not runs:
            yield from aims.charge_ends(board, me, sought)
    if sheet.grappling and sheet.main and sought.begins("drag ", "hurl "):
        for haul in maneuvers.hauls(board, me):
            yield Family(haul.verb, haul.places, partial(_take_along, haul))
    casts = sought.begins("cast ") and sheet.main and sheet.profile.spells and not runs
    if casts and not in_clinch(board, me):
        for spell in spells.castable(me):
            if spell.target == "area":
                yield Family(f"cast {spell.key}", partial(spells.centres, board, me, spell), partial(_cast_at, spell))


def _take_along(hauls: Family[maneuvers.Haul], key: str, at: Cell) -> Choice:
    haul = hauls.make(key, at)
    return Option(key, actions.TakeAlong(haul.value), haul.label, place=at)


def _cast_at(spell: Spell, key: str, at: Cell) -> Choice:
    label = f"Cast {spell.name} at {at[0]},{at[1]}"
    return Option(key, actions.Cast(spell.key, None, at), label, place=at)


def _run_about(board: SovereignBoard, me: Body, reach: Reach, at: Cell) -> OptionDetails:
    path = reach.path(at)
    dangers = tuple(
        Danger(f"leaving {cell[0]},{cell[1]} lets {board.now(foe).sheet.profile.name} strike (E-45)", foe, cell)
        for foe, cell in moving.provoked_on(board, me, path)
    )
    unused = pace(me) - reach.cost(at)
    lost = f"{unused * FEET} ft" if unused else ""
    what = "Move Action" if me.sheet.move else "Main Action"
    spends = Spending(what, lost, "E-16", dear=not me.sheet.move)
    return OptionDetails(path, brief=f"{reach.cost(at) * FEET} ft", dangers=dangers, spends=spends)


def _screens(board: SovereignBoard, me: Body, reach: Callable[[], Reach]) -> Iterator[Family[Action]]:
    """Cells beside an ally from which it could be screened, or in its place where one is already (ruling S-69)."""
    size = me.sheet.profile.size
    for ally in allies(board, me):
        its = ally.sheet.profile.size
        if board.space.distance(me.at, ally.at, size, its) > pace(me) + 1:
            continue
        name = ally.sheet.profile.name

        def spots(at: Cell = ally.at, its: int = its) -> list[Cell]:
            return [cell for cell in reach().cells() if board.space.distance(cell, at, size, its) <= 1]

        def screen(key: str, at: Cell, ward: Id = ally.id, name: str = name) -> Choice:
            label = f"Screen {name} from {at[0]},{at[1]}"
            return Option(key, actions.Screen(ward, at), label, target=ward, place=at)

        yield Family(f"screen {ally.id}", spots, screen)


def _warned(board: SovereignBoard, me: Body) -> OptionDetails:
    return OptionDetails(dangers=aims.strikers(board, me))
