"""What a combatant may do to its foes, as options: attacks, charges and maneuvers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from game.kit.combatants import allies
from game.kit.cover import cover_of
from game.kit.telling import the
from game.rules.option_details import Danger, OptionDetails
from game.rules.questions import Family, Option, Sought
from game.spatial.field import Cell
from rulesets.sovereign.play import actions, charging, mauling, moving
from rulesets.sovereign.play.actions import Action
from rulesets.sovereign.play.blow import (
    UNARMED,
    attacks,
    bodily,
    modes,
    shover,
    striking,
    unharming,
    wielded,
    within_reach,
)
from rulesets.sovereign.play.events import Aim
from rulesets.sovereign.play.gear import drawn
from rulesets.sovereign.play.geometry import (
    corners,
    foes,
    in_clinch,
    usable,
    weapon_reach,
)
from rulesets.sovereign.play.numbers import CHARGED, Mode, attack_tally
from rulesets.sovereign.play.things import FREE_ACTIONS, Choice
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, Weapon

VERBS: dict[Mode, str] = {"melee": "strike", "thrown": "throw", "shot": "shoot"}
CHARGES: dict[Mode, str] = {"melee": "charge", "thrown": "charge-throw"}
CHARGES_IN_LIEU: dict[Aim, str] = {"grapple": "charge-grapple", "shove": "charge-shove"}
"""Charges whose attack is made in lieu of damage (E-32, E-74, E-75)."""

AT_FOES = ("maul ", "swarm ", *(f"{verb} " for verb in (*VERBS.values(), *CHARGES.values(), *CHARGES_IN_LIEU.values())))
"""How the keys of attacks begin."""

CHARGING = tuple(f"{verb} " for verb in (*CHARGES.values(), *CHARGES_IN_LIEU.values()))
"""How the keys of charges begin."""


def ready_weapons(board: SovereignBoard, me: Body) -> list[Weapon]:
    """What is in hand, then what could be drawn as a Free Action; what the body itself strikes with comes apart."""
    confined = in_clinch(board, me) or me.sheet.free >= FREE_ACTIONS
    return wielded(board, me) if confined else within_reach(me)


def attacks_on_foes(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Attacks on each foe with what is in hand or could be drawn, the shortest charges, and calls to a swarm attack."""
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
            )
        if in_range and friends:
            label = f"Join a swarm attack on {name}"
            yield Option(f"swarm {foe.id}", actions.Swarm(foe.id), label, target=foe.id)
        if lanes is not None:
            yield from _charges(board, me, foe, lanes)


def _listed(blows: list[Weapon]) -> str:
    """Several blows in words: "Claw, claw and bite"."""
    *first, last = [weapon.name.lower() for weapon in blows]
    return (f"{', '.join(first)} and {last}" if first else last).capitalize()


def _attack_about(board: SovereignBoard, me: Body, foe: Body, weapon: Weapon, mode: Mode) -> OptionDetails:
    cover = cover_of(corners(board, me, foe))
    return OptionDetails(tally=attack_tally(board, me, foe, weapon, mode), brief=cover)


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


def charge_ends(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Family[Action]]:
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
    for weapon in (*ready_weapons(board, me), *bodily(board, me)):
        for mode in modes(weapon):
            if mode != "shot" and usable(me, weapon):
                yield Rush(weapon, mode)
    yield Rush(me.sheet.weapon(UNARMED), "melee", "grapple")
    yield Rush(shover(me, striking(board, me)), "melee", "shove")


def _charge(board: SovereignBoard, me: Body, foe: Body, rush: Rush, key: str, at: Cell) -> Choice:
    return Option(
        key,
        actions.Charge(foe.id, rush.weapon.key, rush.mode, at, rush.aim),
        rush.words(foe),
        verb=CHARGES[rush.mode],
        target=foe.id,
        place=at,
        look=partial(_charge_about, board, me, foe, rush, at),
    )


def _charge_about(board: SovereignBoard, me: Body, foe: Body, rush: Rush, at: Cell) -> OptionDetails:
    """The way of a charge, and all that is added to the attack at its end."""
    there = replace(me, at=at, sheet=drawn(me.sheet, rush.weapon.key))  # which it draws first
    tally = attack_tally(board, there, foe, rush.weapon, rush.mode, actions.CHARGE)
    bare = f"AC {CHARGED:+d} until the round ends (E-32)"
    return OptionDetails(board.space.line(me.at, at), tally, notes=(bare,), dangers=strikers(board, me))


def maneuvers_on_foes(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Grips and shoves."""
    for foe in foes(board, me.side):
        for weapon, aim in unharming(board, me, foe) if sought.names(foe.id) else ():
            yield Option(
                f"{aim} {foe.id}",
                actions.Grapple(foe.id) if aim == "grapple" else actions.Shove(foe.id, weapon.key),
                f"{aim.capitalize()} {foe.sheet.profile.name}",
                target=foe.id,
                look=partial(_attack_about, board, me, foe, weapon, "melee"),
            )


def strikers(board: SovereignBoard, me: Body) -> tuple[Danger, ...]:
    """Foes whom one may give an opening by what one does (E-21)."""
    foes_ = moving.provoked(board, me)
    return tuple(Danger(f"{board.now(foe).sheet.profile.name} may strike first (E-21)", foe) for foe in foes_)
