"""Rules: Main actions, Bonus actions, invoking a profane power (A-18): what each costs and does."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

from game.kit.combatants import bodies
from game.kit.conditions import Condition, begin, lift
from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.questions import Option, Seat
from game.spatial.places import InZone, ZonePlace, written
from rulesets.murdham.play import attack, moving, nonlethal, saves
from rulesets.murdham.play.attack import fill_with_smoke
from rulesets.murdham.play.blow import Blow, walled
from rulesets.murdham.play.cost import Special, free_steps, pay_attack, pay_main
from rulesets.murdham.play.events import Afflicted, Aim, Cast, Did, Mode, PointsRolled
from rulesets.murdham.play.geometry import entangled, far, fits, look_at, nearby, sees, visible
from rulesets.murdham.play.harm import full_health, harm_by_dice, heal, roll_exploding, worth_of
from rulesets.murdham.play.nonlethal import stun
from rulesets.murdham.play.saves import save, show
from rulesets.murdham.sheet.sheet import TAUNTED, Body, MurdhamBoard, MurdhamTable, Power

BODILY = ("harm", "entangle")
"""Effects that are an attack on the body: barriers stop them (A-68, ruling M-45)."""


def known(board: MurdhamBoard, me: Body) -> list[Power]:
    """The powers a combatant could invoke, where the battle is fought with them."""
    return list(me.sheet.profile.powers) if board.setup.options.get("powers", "yes") == "yes" else []


def targets(board: MurdhamBoard, me: Body, power: Power) -> Iterator[Body]:
    """Targets of a power."""
    for c in bodies(board):
        if c.sheet.dead or (c.sheet.hidden and c.side != me.side):
            continue
        if power.target == "ally":
            hurt = c.sheet.health < full_health(c)
            if c.side == me.side and hurt and (c.id == me.id or nearby(board, me.at, c.at)):
                yield c
        elif power.target == "foe" and c.side != me.side and c.sheet.up and sees(board, me, c):
            away = far(board, me.at, c.at)
            if away is not None and away <= power.range and not stopped(board, me, power, c):
                yield c


def stopped(board: MurdhamBoard, me: Body, power: Power, it: Body) -> bool:
    """Whether a barrier stops a power on its way to somebody (A-68, ruling M-45)."""
    return power.effect in BODILY and walled(it, look_at(board, me.at, it.at))


def places(board: MurdhamBoard, me: Body, power: Power) -> list[InZone]:
    """Zones that a power could be turned on."""
    return [
        zone
        for zone in board.space.zones.all_zones
        if (away := far(board, me.at, zone)) is not None and away <= power.range and visible(board, me.at, zone)
    ]


async def invoke(table: MurdhamTable, who: Id, power: Power, target: Id | None, place: ZonePlace | None) -> None:
    """The words, the save, and what comes of it."""
    show(table, who, "invokes a power")
    table.emit(Cast(who, f"invokes {power.name}" + (" on" if target else ""), "A-18", target))
    if not await save(table, who, "WIT", power.name, "A-18"):
        return
    if place is not None:
        fill_with_smoke(table, place)
        return
    assert target is not None
    if power.effect == "heal":
        faces = await roll_exploding(table, power.die, power.name, who)
        won = worth_of(power.die, faces)
        told = PointsRolled(target, power.name, power.die, faces, won, Tally(), won, "A-18", who, heals=True)
        table.emit(told)
        await heal(table, target, won)
        return
    if power.save is not None and await save(table, target, power.save, power.name, "A-18"):
        return
    match power.effect:
        case "harm":
            await harm_by_dice(table, target, power.die, power.name, "A-18", who)
        case "entangle":
            table.set(target, entangled=True)
            table.emit(Afflicted(target, "entangled", "A-84", who))
        case "frighten":
            frighten(table, target, who)
        case "stun":
            stun(table, target)
        case _:
            pass


def frighten(table: MurdhamTable, who: Id, source: Id) -> None:
    """Frightened to the end of the stretch: no step nearer to the source (A-119)."""
    c = table.now(who)
    if not c.sheet.profile.fearless and source not in c.sheet.fears:
        table.set(who, fears=(*c.sheet.fears, source))
        table.emit(Afflicted(who, "frightened of", "A-119", source))


Action = Callable[[MurdhamTable, Id], Coroutine[Any, Any, None]]
"""Something a combatant does on its turn: it pays for it and resolves it."""


# ------------------------------------------------------------------ movement


async def move(table: MurdhamTable, who: Id, place: ZonePlace) -> None:
    """Movement of a zone, or within the full movement that was begun (A-11, A-13)."""
    special = table.state.turn.special
    me = table.now(who)
    path = moving.open_to(table, me, moving.left(table, me), special)[place]
    await moving.walk(table, who, path, special)


async def full_move(table: MurdhamTable, who: Id, place: ZonePlace, special: Special = "") -> None:
    """Rule: full movement, with one special movement if wanted (A-16)."""
    me = table.now(who)
    turn = table.state.turn
    if special == "sprint":
        again = me.sheet.sprinted == turn.round - 1
        if again and not await save(table, who, "AGI", "sprinting on", "A-16"):
            pay_main(table)
            table.set_turn(full=True)
            return
        table.set(who, sprinted=turn.round)
    pay_main(table)
    table.set_turn(full=True, special=special)
    if special == "sneak":
        await moving.sneak(table, who)
    me = table.now(who)
    path = moving.open_to(table, me, moving.left(table, me), special).get(place, ())
    await moving.walk(table, who, path, special)


async def leave(table: MurdhamTable, who: Id) -> None:
    """Off the map, for half a zone of movement; of full movement, if no other is left."""
    if not moving.left(table, table.now(who)):
        pay_main(table)
        table.set_turn(full=True)
    struck = await moving.let_strike(table, who, None)
    if not struck and moving.may_go_on(table, who):
        moving.leave(table, who)


# ------------------------------------------------------------------ main actions


@dataclass(frozen=True, slots=True)
class Attack:
    """Rule: Attacking (A-32), with all its aims."""

    target: Id
    weapon: str
    mode: Mode
    aim: Aim = "harm"
    held_back: bool = False
    item: str = ""
    focused: bool = False
    moving: bool = False
    """A shot or throw on the move whose steps are still to come."""
    offers: bool = False
    """An offer comes first if it hits."""

    async def __call__(self, table: MurdhamTable, who: Id) -> None:
        """One attack; a steady shot rules out moving later in the turn (ruling M-2)."""
        pay_attack(table)
        if table.now(who).sheet.grabbing != self.target:
            nonlethal.release(table, who)
        moved = self.moving or table.state.turn.halves > 0
        if self.mode != "melee" and not moved:
            table.set_turn(steady=True)
        back = await attack.attack(
            table,
            Blow(
                who,
                self.target,
                self.weapon,
                self.mode,
                self.aim,
                held_back=self.held_back,
                moving=moved,
                item=self.item,
                focused=self.focused,
                offers=self.offers,
            ),
        )
        if back:
            await moving.give_way(table, self.target, back)


@dataclass(frozen=True, slots=True)
class Blast:
    """Rule: Blast attacks."""

    place: InZone
    weapon: str
    sweep: bool = False
    moving: bool = False
    """Thrown on the move, with the steps still to come."""
    held_back: bool = False

    async def __call__(self, table: MurdhamTable, who: Id) -> None:
        """A blast."""
        pay_attack(table)
        nonlethal.release(table, who)
        moved = self.moving or table.state.turn.halves > 0
        if not table.now(who).sheet.profile.weapon(self.weapon).melee and not moved:
            table.set_turn(steady=True)
        place, key, sweep = self.place, self.weapon, self.sweep
        await attack.blast(table, who, place, key, moving=moved, sweep=sweep, held_back=self.held_back)


async def flail(table: MurdhamTable, who: Id, weapon: str) -> None:
    """A blow at whoever may be concealed nearby: the WIT save for the unseen finds one (A-40, ruling M-55)."""
    pay_attack(table)
    nonlethal.release(table, who)
    saves.show(table, who, "attacks")
    table.emit(Did(who, "strikes blindly about", "A-40"))
    if not await save(table, who, "WIT", "to hit: the target is not visible", "A-40"):
        return
    found = saves.lurking(table, table.now(who))
    if not found:
        table.emit(Did(who, "strikes at nobody", "A-40"))
        return
    target = found[0].id
    saves.show(table, target, "is found by a blow")
    await attack.attack(table, Blow(who, target, weapon, "melee"), found=True)


async def final_blow(table: MurdhamTable, who: Id, target: Id, weapon: str) -> None:
    """Rule: final blow (A-38)."""
    pay_attack(table)
    nonlethal.release(table, who)
    await attack.final_blow(table, Blow(who, target, weapon, "melee"))


@dataclass(frozen=True, slots=True)
class Shove:
    """Rule: Shove, of the one that is held (A-87)."""

    place: ZonePlace | None = None
    hazard: str = ""

    async def __call__(self, table: MurdhamTable, who: Id) -> None:
        """Away with it."""
        pay_main(table)
        held = table.now(who).sheet.grabbing
        table.emit(Did(who, "shoves", "A-87", held))
        await nonlethal.shove(table, who, self.place, self.hazard)


@dataclass(frozen=True, slots=True)
class Throw:
    """The bigger throw whom they hold (size rules)."""

    place: ZonePlace

    async def __call__(self, table: MurdhamTable, who: Id) -> None:
        """Through the air."""
        pay_main(table)
        table.emit(Did(who, "throws", "A-87", table.now(who).sheet.grabbing))
        await nonlethal.throw(table, who, self.place)


async def trample(table: MurdhamTable, who: Id, target: Id) -> None:
    """The bigger force the smaller out of the way: it leaves by half a zone or takes d4 (size rules)."""
    pay_main(table)
    nonlethal.release(table, who)
    saves.show(table, who, "tramples")
    table.emit(Did(who, "tramples", "A-118", target))
    it = table.now(target)
    places = [place for place in free_steps(table, it, it.at) if fits(table, it, place)]
    stay: Option[ZonePlace | None] = Option("stay", None, "Stay and be trampled: d4")
    name = table.space.zones.name
    ways: list[Option[ZonePlace | None]] = [
        Option(f"go {written(place)}", place, f"Move to {name(place)}", place=place) for place in places
    ]
    why = f"{it.sheet.profile.name}: {table.now(who).sheet.profile.name} tramples"
    free = it.sheet.conscious and not entangled(table, it)
    place = await react(Seat(it.side), why, stay, ways if free else (), topic="trample", who=it.id, about=(who,))
    if place is not None:
        await moving.give_way(table, target, (place,))
    else:
        await harm_by_dice(table, target, "d4", "trampled", "A-118", who, armoured=True, wears=True)


async def press(table: MurdhamTable, who: Id, target: Id, how: str) -> None:
    """Rule: distract, intimidate, taunt (A-19)."""
    pay_main(table)
    nonlethal.release(table, who)
    verb = {"distract": "distracts", "intimidate": "intimidates", "taunt": "taunts"}[how]
    saves.show(table, who, "is heard")
    table.emit(Did(who, verb, "A-19", target))
    if how == "taunt" and not await save(table, who, "WIT", "the right words", "A-19"):
        return
    if await save(table, target, "WIT", f"against being {_PAST[how]}", "A-19"):
        return
    match how:
        case "distract":
            nonlethal.stun(table, target)
            table.set(target, diverted=table.state.turn.round)
        case "intimidate":
            frighten(table, target, who)
        case _:
            lift(table, target, TAUNTED)
            begin(table, target, Condition(TAUNTED, "turn ends", who))
            table.emit(Did(target, "is taunted by", "A-19", who))


_PAST = {"distract": "distracted", "intimidate": "intimidated", "taunt": "taunted"}


async def invoke_power(
    table: MurdhamTable, who: Id, power: str, target: Id | None = None, place: ZonePlace | None = None
) -> None:
    """Rule: invoke a profane power (A-18)."""
    pay_main(table)
    nonlethal.release(table, who)
    await invoke(table, who, table.now(who).sheet.profile.power(power), target, place)


async def struggle(table: MurdhamTable, who: Id) -> None:
    """Out of a net or a grip: the whole turn, and a STR save (entangled) unless sizes decide it (A-118)."""
    nonlethal.release(table, who)
    table.set(who, acted=True)
    await nonlethal.tear_free(table, who, who, "to get free")


async def free_ally(table: MurdhamTable, who: Id, target: Id) -> None:
    """Free somebody else who is entangled: a main action and a STR save."""
    pay_main(table)
    nonlethal.release(table, who)
    table.emit(Did(who, "tries to free", "A-84", target))
    await nonlethal.tear_free(table, who, target, "to free somebody")


async def treat(table: MurdhamTable, who: Id, target: Id) -> None:
    """A medicine kit: one health back, as a main action."""
    pay_main(table)
    nonlethal.release(table, who)
    table.emit(Did(who, "binds the wounds of", "A-24", target))
    await heal(table, target, 1)


async def search(table: MurdhamTable, who: Id) -> None:
    """Look for whoever is concealed nearby: a main action (A-94)."""
    pay_main(table)
    nonlethal.release(table, who)
    found = saves.search(table, who)
    table.emit(Did(who, "searches" if found else "searches and finds nobody", "A-94"))


async def hide(table: MurdhamTable, who: Id) -> None:
    """Out of sight for a while: concealed again (A-90). Takes a main action and an AGI save (ruling M-18)."""
    pay_main(table)
    nonlethal.release(table, who)
    if await save(table, who, "AGI", "hiding", "A-90"):
        saves.hide(table, who)


async def surrender(table: MurdhamTable, who: Id) -> None:
    """Rule: Surrendering: the whole turn (A-101)."""
    nonlethal.surrender(table, who)


async def let_go(table: MurdhamTable, who: Id) -> None:
    """Let go of whom one holds; costs nothing (A-86)."""
    nonlethal.free(table, who)


async def done(table: MurdhamTable, who: Id) -> None:
    """End the turn."""
    table.set(who, acted=True)
