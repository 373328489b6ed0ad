"""What a combatant may do now, as options; and what it may not, with the reason in the book's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, overload

from game.kit.combatants import allies
from game.kit.cover import cover_of
from game.kit.goals import task_option
from game.kit.naming import the
from game.kit.things import OPERATIONS
from game.rules.events import Id
from game.rules.option_details import About, Danger, Spending
from game.rules.questions import Family, Menu, Option, Parts, Sought
from game.spatial.field import Cell
from game.spatial.paths import Reach
from rulesets.sovereign.play import actions, charging, flight, gear, maneuvers, mauling, moving, spells, tending, things
from rulesets.sovereign.play.actions import Action
from rulesets.sovereign.play.blow import UNARMED, attacks, bodily, modes, shover, unharming, wielded, within_reach
from rulesets.sovereign.play.events import Aim
from rulesets.sovereign.play.goals import task_at
from rulesets.sovereign.play.numbers import Mode, attack_tally, combat_skill
from rulesets.sovereign.play.reading import (
    FEET,
    corners,
    foes,
    held,
    in_clinch,
    on_rim,
    pace,
    weapon_reach,
)
from rulesets.sovereign.play.things import FREE_ACTIONS, Choice
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, Spell, Weapon

VERBS: dict[Mode, str] = {"melee": "strike", "thrown": "throw", "shot": "shoot"}
CHARGES: dict[Mode, str] = {"melee": "charge", "thrown": "charge-throw"}
CHARGES_IN_LIEU: dict[Aim, str] = {"grapple": "charge-grapple", "shove": "charge-shove"}
"""Charges whose attack is made in lieu of damage (E-32, E-74, E-75)."""
ICONS: dict[Mode, str] = {"melee": "sword", "thrown": "throw", "shot": "bow"}

AT_FOES = ("maul ", "swarm ", *(f"{verb} " for verb in (*VERBS.values(), *CHARGES.values(), *CHARGES_IN_LIEU.values())))
"""How the keys of attacks begin."""

CHARGING = tuple(f"{verb} " for verb in (*CHARGES.values(), *CHARGES_IN_LIEU.values()))
"""How the keys of charges begin."""


def menu(board: SovereignBoard, me: Body, others: bool) -> Menu[Action]:
    """Every action open to a member on its turn. ``others``: whether another member could act instead.

    ``board`` must stand still: the menu is written when somebody first looks at it.
    """

    def singles(sought: Sought) -> Iterator[Choice]:
        yield from _singles(board, me, sought)
        if not flight.must_run(board, me):
            yield Option("done", actions.Done(), "End this turn", icon="pass", ends=True)
        if others:
            yield Option("other", actions.Other(), "Let somebody else act first", short="Other", icon="swap")

    def build(sought: Sought) -> Parts[Action]:
        return singles(sought), _families(board, me, sought)

    return Menu.later(build)


def _singles(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    sheet = me.sheet
    clinch, runs = in_clinch(board, me), flight.runs(board, me)
    has_move = sheet.move or sheet.main
    if sheet.main:
        if not runs:
            if sought.begins(*AT_FOES):
                yield from _attacks(board, me, sought)
            if sought.begins("grapple ", "shove "):
                yield from _maneuvers(board, me, sought)
            if not clinch and sought.begins("cast "):
                yield from _spells(board, me)
            if sought.begins("aid ", "parley"):
                yield from _skills(board, me)
        label = "Total Defense: AC +2, no Shock"
        yield Option("defend", actions.TotalDefense(), label, short="Total Defense", icon="shield")
        if sought.begins("disengage") and moving.opposed_by(board, me):
            yield Option("disengage", actions.Disengage(), "Disengage", icon="away")
    if clinch:
        if sheet.grappling and sheet.free < FREE_ACTIONS:
            yield Option("release", actions.Release(), "Let go", target=sheet.grappling, icon="hand")
        if held(board, me.id) and sheet.main:
            label = "Break free of the hold"
            yield Option("break free", actions.BreakFree(), label, short="Break free", icon="chain")
    if sheet.prone and has_move:  # in a hold too (ruling S-63)
        yield Option("stand", actions.StandUp(), "Stand up", look=partial(_warned, board, me), icon="stand")
    if not clinch:
        if sheet.main and not runs and sought.begins("work") and (task := task_at(board, me)) is not None:
            yield task_option(task, gear.Work(), partial(_warned, board, me))
        if has_move:
            if sought.begins(*OPERATIONS):
                yield from things.doors(board, me)
            if on_rim(board, me) and not sheet.prone:
                yield Option("leave", actions.Leave(), "Leave the map", icon="exit", for_good=True)
    if has_move and not runs and sought.begins("pick up "):
        for thing, weapon in things.lying_near(board, me):
            if things.in_the_way(board, me, weapon) is None:
                yield Option(
                    f"pick up {thing.id}",
                    gear.PickUp(thing.id),
                    f"Pick up {the(weapon.name.lower())}",
                    place=thing.at,
                    look=partial(_warned, board, me),
                    icon="hand",
                )
    if sheet.move and sheet.main and not runs:
        label = "Hold an action until the round ends"
        yield Option("hold", actions.Hold(), label, short="Hold", icon="hourglass")
    if sought.begins(*things.HANDS):
        yield from things.hands(board, me)


def ready_weapons(board: SovereignBoard, me: Body) -> list[Weapon]:
    """What is in hand, then what could be drawn as a Free Action; what the body itself strikes with comes apart."""
    confined = in_clinch(board, me) or me.sheet.free >= FREE_ACTIONS
    return wielded(board, me) if confined else within_reach(me)


def _attacks(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    weapons = ready_weapons(board, me)
    hands, body = wielded(board, me), bodily(board, me)
    friends = any(ally.sheet.main or ally.sheet.swarm for ally in allies(board, me))
    charges = me.sheet.move and sought.begins(*CHARGING) and charging.may_charge(board, me)
    lanes = charging.Lanes(board, me) if charges else None
    for foe in foes(board, me.side):
        if not sought.names(foe.id):
            continue
        name = foe.sheet.profile.name
        in_range = False
        if me.sheet.profile.routine and (blows := mauling.routine(board, me, foe)):
            yield Option(
                f"maul {foe.id}",
                actions.Maul(foe.id),
                f"{_listed(blows)} {name}",
                target=foe.id,
                look=partial(_attack_about, board, me, foe, blows[0], "melee"),
                icon="claw",
            )
        for weapon, mode in attacks(board, me, foe, [*weapons, *body]):
            in_range = in_range or weapon in hands
            yield Option(
                f"{VERBS[mode]} {foe.id} {weapon.key}",
                actions.Attack(foe.id, weapon.key, mode),
                f"{VERBS[mode].capitalize()} {name} with {the(weapon.name.lower())}"
                if mode != "thrown"
                else f"Throw {the(weapon.name.lower())} at {name}",
                target=foe.id,
                look=partial(_attack_about, board, me, foe, weapon, mode),
                icon=ICONS[mode],
            )
        if in_range and friends:
            label = f"Join a swarm attack on {name}"
            yield Option(f"swarm {foe.id}", actions.Swarm(foe.id), label, target=foe.id, icon="swarm")
        if lanes is not None:
            yield from _charges(board, me, foe, lanes)


def _listed(blows: list[Weapon]) -> str:
    """Several blows in words: "Claw, claw and bite"."""
    *first, last = [weapon.name.lower() for weapon in blows]
    return (f"{', '.join(first)} and {last}" if first else last).capitalize()


def _attack_about(board: SovereignBoard, me: Body, foe: Body, weapon: Weapon, mode: Mode) -> About:
    cover = cover_of(corners(board, me, foe))
    return About(tally=attack_tally(board, me, foe, weapon, mode), brief=cover)


class Rush(NamedTuple):
    """What a charge's attack is made with, and what for."""

    weapon: Weapon
    mode: Mode
    aim: Aim = "harm"

    def key(self, foe: Body) -> str:
        """How the key of such a charge at somebody begins."""
        if self.aim != "harm":
            return f"{CHARGES_IN_LIEU[self.aim]} {foe.id}"
        return f"{CHARGES[self.mode]} {foe.id} {self.weapon.key}"

    def words(self, foe: Body) -> str:
        """The charge in words."""
        name, weapon = foe.sheet.profile.name, the(self.weapon.name.lower())
        if self.aim != "harm":
            return f"Charge {name} and {self.aim} it"
        return f"Charge {name} {'with' if self.mode == 'melee' else 'and throw'} {weapon}"


def _charges(board: SovereignBoard, me: Body, foe: Body, lanes: charging.Lanes) -> Iterator[Choice]:
    """Rule: Charge. The shortest straight line that ends where the weapon reaches."""
    found: dict[int, tuple[Cell, ...] | None] = {}
    for rush in _rushes(board, me):
        far = weapon_reach(me, rush.weapon) if rush.mode == "melee" else rush.weapon.range
        if far not in found:
            found[far] = charging.charge_path(board, me, foe, far, lanes)
        path = found[far]
        if path is not None:
            yield _charge(board, me, foe, rush, rush.key(foe), path[-1])


def _charge_ends(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Family[Action]]:
    """Rule: Charge, to any place from which the weapon reaches its target: whoever charges chooses."""
    lanes = cache(lambda: charging.Lanes(board, me))
    for foe in foes(board, me.side):
        if not sought.names(foe.id):
            continue
        for rush in _rushes(board, me):
            far = weapon_reach(me, rush.weapon) if rush.mode == "melee" else rush.weapon.long_range

            def ends(foe: Body = foe, far: int = far) -> list[Cell]:
                return charging.charge_ends(board, me, foe, far, lanes())

            def charge(key: str, at: Cell, foe: Body = foe, rush: Rush = rush) -> Choice:
                return _charge(board, me, foe, rush, key, at)

            yield Family(rush.key(foe), ends, charge)


def _rushes(board: SovereignBoard, me: Body) -> Iterator[Rush]:
    """What could be made of a charge: a blow or a throw with what is ready, with fists or rim, a grip, a shove."""
    hands = wielded(board, me)
    for weapon in (*ready_weapons(board, me), *bodily(board, me)):
        for mode in modes(weapon):
            if mode != "shot" and not (weapon.two_handed and me.sheet.shielded):
                yield Rush(weapon, mode)
    yield Rush(me.sheet.weapon(UNARMED), "melee", "grapple")
    yield Rush(shover(hands, me), "melee", "shove")


def _charge(board: SovereignBoard, me: Body, foe: Body, rush: Rush, key: str, at: Cell) -> Choice:
    return Option(
        key,
        actions.Charge(foe.id, rush.weapon.key, rush.mode, at, rush.aim),
        rush.words(foe),
        verb=CHARGES[rush.mode],
        target=foe.id,
        place=at,
        look=lambda: About(board.space.line(me.at, at), actions.CHARGE, dangers=_strikers(board, me)),
        icon="charge",
    )


def _maneuvers(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    for foe in foes(board, me.side):
        for weapon, aim in unharming(board, me, foe) if sought.names(foe.id) else ():
            yield Option(
                f"{aim} {foe.id}",
                actions.Grapple(foe.id) if aim == "grapple" else actions.Shove(foe.id, weapon.key),
                f"{aim.capitalize()} {foe.sheet.profile.name}",
                target=foe.id,
                look=partial(_attack_about, board, me, foe, weapon, "melee"),
                icon="grab" if aim == "grapple" else "push",
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
                    icon="spell",
                )


def _skills(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    for c in tending.patients(board, me):
        yield Option(
            f"aid {c.id}",
            actions.FirstAid(c.id),
            f"First aid for {c.sheet.profile.name}",
            target=c.id,
            look=partial(_warned, board, me),
            icon="heal",
        )
    if tending.listeners(board, me):
        yield Option("parley", actions.Parley(), "Appeal for parley", look=partial(_warned, board, me), icon="flag")


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
    walks = sought.begins("run ", "screen ", *CHARGING)
    if walks and (sheet.move or sheet.main) and moving.can_walk(board, me) and pace(me):
        reach = partial(moving.run_reach, board, me)

        def run(key: str, at: Cell) -> Choice:
            label = f"Run to {at[0]},{at[1]}"
            look = lambda: _run_about(board, me, reach(), at)  # noqa: E731 - the reach is found only when looked at
            return Option(key, actions.Run(at), label, place=at, look=look, icon="boot")

        yield Family("run", lambda: flight.run_ends(board, me) if runs else RunEnds(reach()), run)
        if sought.begins("screen ") and combat_skill(me) >= 1 and not (runs or sheet.prone):
            yield from _screens(board, me, reach)
        charges = sheet.move and sheet.main and sought.begins(*CHARGING) and charging.may_charge(board, me)
        if charges and not runs:
            yield from _charge_ends(board, me, sought)
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
    return Option(key, actions.TakeAlong(haul.value), haul.label, place=at, icon=haul.icon)


def _cast_at(spell: Spell, key: str, at: Cell) -> Choice:
    label = f"Cast {spell.name} at {at[0]},{at[1]}"
    return Option(key, actions.Cast(spell.key, None, at), label, place=at, icon="spell")


def _run_about(board: SovereignBoard, me: Body, reach: Reach, at: Cell) -> About:
    path = reach.path(at)
    dangers = tuple(
        Danger(f"leaving {cell[0]},{cell[1]} lets {board.now(foe).sheet.profile.name} strike (E-45)", foe, cell)
        for foe, cell in moving.provoked_on(board, me, path)
    )
    unused = pace(me) - reach.cost(at)
    lost = f"{unused * FEET} ft" if unused else ""
    spends = Spending("Move Action", lost, "E-16") if me.sheet.move else Spending("Main Action", lost, "E-16")
    return About(path, brief=f"{reach.cost(at) * FEET} ft", dangers=dangers, spends=spends)


def _screens(board: SovereignBoard, me: Body, reach: Callable[[], Reach]) -> Iterator[Family[Action]]:
    """Cells beside an ally from which it could be screened."""
    size = me.sheet.profile.size
    for ally in allies(board, me):
        its = ally.sheet.profile.size
        if board.space.distance(me.at, ally.at, size, its) > pace(me) + 1:
            continue
        name = ally.sheet.profile.name

        def spots(at: Cell = ally.at, its: int = its) -> list[Cell]:
            return [cell for cell in reach().cells() if board.space.distance(cell, at, size, its) == 1]

        def screen(key: str, at: Cell, ward: Id = ally.id, name: str = name) -> Choice:
            label = f"Screen {name} from {at[0]},{at[1]}"
            return Option(key, actions.Screen(ward, at), label, target=ward, place=at, icon="cover")

        yield Family(f"screen {ally.id}", spots, screen)


def _strikers(board: SovereignBoard, me: Body) -> tuple[Danger, ...]:
    foes_ = moving.provoked(board, me)
    return tuple(Danger(f"{board.now(foe).sheet.profile.name} may strike first (E-21)", foe) for foe in foes_)


def _warned(board: SovereignBoard, me: Body) -> About:
    return About(dangers=_strikers(board, me))
