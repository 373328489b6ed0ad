"""Every attack that could be made now, as data: what turns, counters and opportunity attacks are chosen from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from msgspec import structs

from game.kit.telling import the
from game.rules.option_details import OptionDetails
from game.rules.questions import Option
from game.spatial.places import InZone
from rulesets.murdham.play.blow import (
    Blow,
    attacks,
    blast_weapons,
    blast_zones,
    challenging,
    legal,
    modes,
    wielded,
)
from rulesets.murdham.play.cost import WHOLE_TURN
from rulesets.murdham.play.events import How
from rulesets.murdham.play.geometry import bigger, near_foes, nearby, zone_of
from rulesets.murdham.play.look import look_at
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard


def blows(board: MurdhamBoard, me: Body, it: Body, *, how: How = "attack", moving: bool = False) -> Iterator[Blow]:
    """Attacks on one target: with what is in hand, plain and held back (A-37); a blast at it alone; grips, disarms."""
    base = Blow(me.id, it.id, "unarmed", "melee", how=how, moving=moving, surprise=me.sheet.hidden)
    for weapon, mode in attacks(board, me, it, moving=moving):
        plain = replace(base, weapon=weapon.key, mode=mode)
        yield plain
        if weapon.die:
            yield replace(plain, held_back=True)
    if it.sheet.profile.size in ("large", "massive"):
        at = look_at(board, me.at, it.at)
        for weapon in blast_weapons(me):
            (mode,) = modes(weapon)
            if weapon.die and legal(me, it, weapon, mode, at, moving=moving):
                alone = replace(base, weapon=weapon.key, mode=mode, focused=True)
                yield from (alone, replace(alone, held_back=True))
    if not nearby(board, me.at, it.at):
        return
    if me.sheet.grabbing != it.id:
        yield replace(base, aim="grapple")
    for item in droppable(it):
        yield replace(base, aim="disarm", item=item)


def droppable(c: Body) -> list[str]:
    """Weapons in hand that a disarm or a stunt could make somebody drop."""
    held = dict.fromkeys(key for key in (c.sheet.hand, c.sheet.off) if key and key != "shield")
    return [key for key in held if "natural" not in c.sheet.profile.weapon(key).traits]


@dataclass(frozen=True, slots=True)
class Burst:
    """An attack on a whole zone."""

    place: InZone
    weapon: str
    sweep: bool = False
    held_back: bool = False

    @property
    def verb(self) -> str:
        """What the keys of options begin with, "hold back" apart."""
        return "sweep" if self.sweep else "blast"


HOLD_BACK = "hold back "
"""What the key of an attack begins with that is made with impaired damage (A-37)."""


def bursts(board: MurdhamBoard, me: Body, *, moving: bool = False) -> Iterator[Burst]:
    """Blasts at zones, and sweeps of those smaller, by anybody with a weapon in hand, held back too (A-37, A-70)."""
    for burst in _plain_bursts(board, me, moving=moving):
        yield burst
        if me.sheet.profile.weapon(burst.weapon).die:
            yield replace(burst, held_back=True)


def _plain_bursts(board: MurdhamBoard, me: Body, *, moving: bool) -> Iterator[Burst]:
    for weapon in blast_weapons(me):
        for place in blast_zones(board, me, weapon, moving=moving):
            yield Burst(place, weapon.key)
    if not any(bigger(me, foe) for foe in near_foes(board, me)):
        return
    for weapon in wielded(me):
        if weapon.melee and not weapon.blast and weapon.die and weapon.key != "unarmed":
            for place in zone_of(me.at, board):
                yield Burst(place, weapon.key, sweep=True)


# ------------------------------------------------------------------ offers

OFFER = "offer "
"""What the key of an attack begins with that lets its target choose something else than harm."""


def may_offer(board: MurdhamBoard, it: Body) -> bool:
    """Whether offers make sense to somebody (ruling M-10): with a will of its own, and on its feet."""
    played = board.setup.options.get("stunts", "menu") != "off"
    return played and it.sheet.profile.mind == "human" and it.sheet.up


def with_offer(option: Option[Any]) -> Option[Any]:
    """The same attack with an offer first, if it hits (A-74)."""
    label = f"Offer something, or else {option.label[:1].lower()}{option.label[1:]}"
    value = replace(option.value, offers=True)
    return structs.replace(option, key=OFFER + option.key, label=label, value=value, verb=OFFER.strip())


# ------------------------------------------------------------------ out of turn


def answers(board: MurdhamBoard, me: Body, it: Body, how: How) -> list[Option[Any]]:
    """Attacks to counter with, or to strike with at whoever leaves: the plain ones first, those held back last.

    The value of each is a Blow. No offer comes before a counter, which is a reaction itself.
    """
    found = sorted(blows(board, me, it, how=how), key=lambda blow: (blow.held_back, blow.aim != "harm"))
    topic = "counter" if how == "counter" else "opportunity attack"
    options: list[Option[Any]] = [
        Option(
            _key(blow),
            blow,
            _label(me, it, blow),
            it.id,
            topic=topic,
            look=partial(_look, board, me, it, blow),
            price=WHOLE_TURN,
        )
        for blow in found
    ]
    if how != "counter" and may_offer(board, it):
        options += [with_offer(option) for option in options if option.value.aim == "harm"]
    return options


def _key(blow: Blow) -> str:
    strike, shoot = ("counter", "counter-shoot") if blow.how == "counter" else ("strike", "shoot")
    if blow.aim != "harm":
        return f"{strike} {blow.aim}" + (f" {blow.item}" if blow.item else "")
    if blow.held_back:
        return f"{HOLD_BACK}{blow.weapon}"
    verb = "focus" if blow.focused else strike if blow.mode == "melee" else shoot
    return f"{verb} {blow.weapon}"


def _label(me: Body, it: Body, blow: Blow) -> str:
    name, weapon = it.sheet.profile.name, me.sheet.profile.weapon(blow.weapon).name
    counters = blow.how == "counter"
    match blow.aim:
        case "grapple":
            return "Counter: grapple" if counters else f"Grapple {name}"
        case "disarm":
            item = it.sheet.profile.weapon(blow.item).name
            return f"Counter: disarm of the {item}" if counters else f"Disarm {name} of the {item}"
        case _:
            verb = "Counter" if counters else f"Strike at {name}" if blow.mode == "melee" else f"Shoot at {name}"
            more = (", aimed at it alone" if blow.focused else "") + (", holding back" if blow.held_back else "")
            return f"{verb} with {the(weapon)}{more}"


def _look(board: MurdhamBoard, me: Body, it: Body, blow: Blow) -> OptionDetails:
    if blow.aim != "harm":
        return OptionDetails()
    weapon = me.sheet.profile.weapon(blow.weapon)
    hard = challenging(me, it, weapon, blow.mode, look_at(board, me.at, it.at), moving=blow.moving)
    return OptionDetails(notes=(f"WIT save to hit: {hard[0]} ({hard[1]})",) if hard else ())
