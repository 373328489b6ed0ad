"""Rule: Opportunity attacks. Those left behind may attack with whatever reaches the nearby (A-63, ruling M-47)."""

from __future__ import annotations

from game.kit.combatants import bodies
from game.kit.reactions import react
from game.kit.telling import the
from game.rules.events import Id
from game.rules.questions import Option, Seat
from game.spatial.places import ZonePlace, written
from rulesets.murdham.play.attack import attack
from rulesets.murdham.play.blasting import blast
from rulesets.murdham.play.blow import Blow, in_blast, in_sweep
from rulesets.murdham.play.blows import HOLD_BACK, Burst, answers, bursts
from rulesets.murdham.play.cost import WHOLE_TURN
from rulesets.murdham.play.events import Reacted
from rulesets.murdham.play.geometry import able, fights, nearby, taunter
from rulesets.murdham.play.reactions import spend_turn
from rulesets.murdham.play.steps import Path
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable

Strike = Blow | Burst


def passed_by(board: MurdhamBoard, me: Body, place: ZonePlace | None) -> list[Body]:
    """Enemies that a step to a place, or off the map, leaves behind, and that know of it (ruling M-8).

    Not the one whose turn it is, from whom one gives way (ruling M-63).
    """
    if me.sheet.hidden:
        return []
    return [
        foe
        for foe in bodies(board)
        if foe.side != me.side
        and foe.id != board.state.turn.active
        and nearby(board, foe.at, me.at)
        and (place is None or not nearby(board, foe.at, place))
        and able(board, foe)
        and fights(foe)
        and taunter(board, foe) in (None, me.id)
    ]


async def offer(table: MurdhamTable, foe: Body, me: Body) -> Strike | None:
    """Ask one enemy what it strikes with, if it strikes."""
    none: Option[Strike | None] = Option("pass", None, "Let it go")
    why = f"{foe.sheet.profile.name}: {me.sheet.profile.name} moves away"
    options = [*answers(table, foe, me, "opportunity"), *_bursts(table, foe, me)]
    return await react(Seat(foe.side), why, none, options, topic="opportunity attack", who=foe.id, about=(me.id,))


def _bursts(board: MurdhamBoard, foe: Body, me: Body) -> list[Option[Strike | None]]:
    """Blasts and sweeps that would catch the mover, held back last; the taunted may harm nobody besides (A-19)."""
    if taunter(board, foe) is not None:
        return []
    found: list[Option[Strike | None]] = []
    for burst in sorted(bursts(board, foe), key=lambda burst: burst.held_back):
        weapon = foe.sheet.profile.weapon(burst.weapon)
        if "smoke" in weapon.traits:  # which is no attack on anybody
            continue
        hit = in_sweep(board, foe, burst.place) if burst.sweep else in_blast(board, foe, burst.place, weapon)
        if any(c.id == me.id for c in hit):
            zone = board.space.zones.name(burst.place)
            words = "Sweep through" if burst.sweep else "Blast"
            held, more = (HOLD_BACK, ", holding back") if burst.held_back else ("", "")
            key = f"{held}{burst.verb} {burst.weapon} {written(burst.place)}"
            label = f"{words} {zone} with {the(weapon.name)}{more}"
            topic = "opportunity attack"
            found.append(Option(key, burst, label, me.id, burst.place, topic=topic, price=WHOLE_TURN))
    return found


async def strike(table: MurdhamTable, foe: Id, who: Id, said: Strike) -> Path:
    """The attack, which is the turn of whoever makes it; gives the way by which the target agrees to fall back."""
    table.emit(Reacted(foe, "strikes at the leaving", "A-31", who))
    spend_turn(table, foe)
    if isinstance(said, Burst):
        place, key, sweep = said.place, said.weapon, said.sweep
        await blast(table, foe, place, key, how="opportunity", sweep=sweep, held_back=said.held_back)
        return ()
    return await attack(table, said)
