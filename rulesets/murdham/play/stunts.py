"""Rule: Attack stunts. Something else than damage, offered after the save to hit, before reactions (A-74 to A-78).

What makes sense is a menu (ruling M-10); the referee may be asked besides. Whoever means to offer anything attacks so:
all others are spared the question.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.kit.reactions import react
from game.rules.events import Id
from game.rules.questions import Option, Seat
from game.spatial.places import InZone, ZonePlace
from rulesets.murdham.play.blow import Blow
from rulesets.murdham.play.blows import droppable, may_offer
from rulesets.murdham.play.events import Afflicted, Fell, StuntOffered
from rulesets.murdham.play.gear import drop
from rulesets.murdham.play.geometry import burning, entangled, fits, nearby
from rulesets.murdham.play.naming import place_name
from rulesets.murdham.play.nonlethal import free
from rulesets.murdham.play.steps import Path, free_steps
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable


@dataclass(frozen=True, slots=True)
class Stunt:
    """What the target would suffer instead of the attack."""

    key: str
    words: str
    item: str = ""
    path: Path = ()
    """The way by which it would fall back, which whoever made the attack lets it go."""


async def offered(table: MurdhamTable, blow: Blow) -> Stunt | None:
    """The stunt that was offered and accepted, if any: then the attack is over (A-77, A-78)."""
    menu = possible(table, blow) if blow.offers else []
    if not menu:
        return None
    me, it = table.now(blow.who), table.now(blow.target)
    none: Option[Stunt | None] = Option("pass", None, "No offer: attack", topic="stunt")
    offers: list[Option[Stunt | None]] = [
        Option(f"offer {stunt.key}", stunt, f"Offer: {stunt.words}", target=it.id, topic="stunt") for stunt in menu
    ]
    mine, its, about = me.sheet.profile.name, it.sheet.profile.name, (me.id, it.id)
    why = f"{mine} could spare {its} for something else, and attacks if that is refused"
    stunt = await react(Seat(me.side), why, none, offers, topic="stunt", who=me.id, about=about)
    if stunt is None or not await approved(table, stunt):
        return None
    take: Option[Stunt | None] = Option("accept", stunt, f"Accept: {stunt.words}", topic="accept the offer")
    leave: Option[Stunt | None] = Option("resist", None, "Resolve the attack", topic="stunt answer")
    why = f"{its}: {mine} offers: {stunt.words}"
    taken = await react(Seat(it.side), why, leave, [take], topic="stunt answer", who=it.id, about=about)
    table.emit(StuntOffered(me.id, it.id, stunt.words, taken is not None))
    if taken is not None:
        suffer_stunt(table, blow.target, taken)
    return taken


async def approved(table: MurdhamTable, stunt: Stunt) -> bool:
    """The referee may have to say whether it makes sense; what stands on the menu does (A-76)."""
    if table.setup.options.get("stunts", "menu") != "ask":
        return True
    choices = (("yes", "It makes sense"), ("no", "It does not"))
    return await table.ruling("stunts", f"{stunt.words}: does that make sense?", choices, "ask") == "yes"


def possible(board: MurdhamBoard, blow: Blow) -> list[Stunt]:
    """The menu of stunts that make sense against this target now."""
    me, it = board.now(blow.who), board.now(blow.target)
    if it.side == me.side or blow.aim != "harm" or not may_offer(board, it):
        return []
    found = [Stunt(f"drop {item}", f"drop the {it.sheet.profile.weapon(item).name}", item) for item in droppable(it)]
    back = way_back(board, me, it)
    if back:
        found.append(Stunt("back", f"fall back to {place_name(board, back[-1])}", path=back))
    found.append(Stunt("yield", "yield"))
    if it.sheet.grabbing:
        found.append(Stunt("release", "let go"))
    found.append(Stunt("mark", "take a scar for life"))
    return found


def way_back(board: MurdhamBoard, me: Body, it: Body) -> Path:
    """How the target could fall back on its feet, if it could: to the place a zone away farthest from the attacker."""
    zones = board.space.zones
    if entangled(board, it):
        return ()

    def steps(here: ZonePlace) -> list[ZonePlace]:
        return [place for place in free_steps(board, it, here) if fits(board, it, place, me.side)]

    paths: dict[ZonePlace, Path] = {here: (here,) for here in steps(it.at)}
    for here in tuple(paths):
        for there in steps(here):
            paths.setdefault(there, (here, there))
    away = [
        place
        for place in paths
        if place != it.at
        and isinstance(place, InZone)
        and not nearby(board, me.at, place)
        and not burning(board, place)
    ]
    best = max(away, key=lambda place: (zones.distance(me.at, place) or 0, -place.number), default=None)
    return paths[best] if best is not None else ()


def suffer_stunt(table: MurdhamTable, who: Id, stunt: Stunt) -> None:
    """What was accepted comes to pass, but for falling back."""
    c = table.now(who)
    if stunt.item:
        drop(table, who, stunt.item)
    elif stunt.key == "yield":
        surrender(table, who)
    elif stunt.key == "release":
        free(table, who)
    elif stunt.key == "mark":
        table.set(who, injuries=(*c.sheet.injuries, "a scar"))
        table.emit(Afflicted(who, "marked for life", "A-74"))


def surrender(table: MurdhamTable, who: Id) -> None:
    """Rule: Surrendering. Weapons thrown away, hands up; the turn is spent (A-101)."""
    from rulesets.murdham.play.harm import let_go

    for item in droppable(table.now(who)):
        drop(table, who, item)
    let_go(table, who)
    table.set(who, surrendered=True, retreating=False, acted=True)
    table.emit(Fell(who, "surrendered"))
