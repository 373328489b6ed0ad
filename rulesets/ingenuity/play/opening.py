"""Before the first round: which team has the highest initiative, and who is surprised (B-04 to B-06, B-13)."""

from __future__ import annotations

from game.kit.combatants import bodies, up_on
from game.kit.telling import surprise_choices
from game.rules.events import Id
from rulesets.ingenuity.play.events import Ordered
from rulesets.ingenuity.sheet.sheet import IngenuityTable


async def begin(table: IngenuityTable) -> None:
    """Settle who has surprise, then the order of the teams."""
    sides = [side.name for side in table.setup.sides]
    table.set_turn(strength={side: len(up_on(table, side)) for side in sides})
    surprise = await _surprising(table, sides)
    # Who began the fight by attacking whom, if the scenario says so: "opening = 'WHO WHOM'" (B-06).
    who, _, whom = table.setup.events.get("opening", "").partition(" ")
    opener, opened = Id(who), Id(whom)
    first = table.now(opener).side if opener else await _first(table, sides, surprise)
    rest = [side for side in sides if side != first]
    order = [first]
    if opened:
        order.append(table.now(opened).side)
        rest.remove(order[1])
    while rest:
        order.append(rest.pop(await table.draw(rest, "who comes next") if len(rest) > 1 else 0))
    table.set_turn(order=tuple(order), surprise=surprise, phase="round")
    table.set_turn(opener=opener, opened=opened)  # by itself: who lies in ambush is not told to the others
    table.emit(Ordered(tuple(order), surprise))


async def _surprising(table: IngenuityTable, sides: list[str]) -> tuple[str, ...]:
    """The sides that have a round to themselves (B-13): as a rule those in ambush, unless all are."""
    party = [side.name for side in table.setup.sides if side.party] or sides[:1]
    choices = (("auto", "Those who lie in ambush surprise the others"), *surprise_choices(table, party))
    said = table.setup.options.get("surprise", "auto")
    if said == "ask":
        said = await table.ruling("surprise", "Is anybody caught unawares?", choices, "auto")
    lurking = {c.side for c in bodies(table) if c.sheet.hidden}
    having = {
        "none": [],
        "party": [side for side in sides if side not in party],
        "foes": party,
    }.get(said, [side for side in sides if side in lurking])
    return tuple(having) if len(having) < len(sides) else ()


async def _first(table: IngenuityTable, sides: list[str], surprise: tuple[str, ...]) -> str:
    """The side whose deed begins the fight (B-04): as a rule one that has surprise, else by lot (ruling N-1)."""
    party = [side.name for side in table.setup.sides if side.party] or sides[:1]
    said = table.setup.options.get("opening", "auto")
    if said == "party":
        return party[0]
    rivals = [side for side in sides if side not in party]
    if said == "foes" and rivals:
        return rivals[0]
    return surprise[0] if surprise else sides[await table.draw(sides, "whose deed begins the fight")]
