"""A night after a fight, for the tests of every book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from game.kit.testing.fight import Dice, Fight
from game.rules.events import Id
from game.rules.ruleset import HasRest
from game.rules.state import AnyState
from game.rules.table import Table


def night(fight: Fight[Any, Any, Any], *dice: Dice | str, holds: bool = True) -> tuple[AnyState, Mapping[Id, str]]:
    """The battle after a night of the party's, and what its members bring to the next."""
    rules = fight.rules
    assert isinstance(rules, HasRest)
    begun = rules.begin(fight.setup, fight.ground)
    # a fight calls them by names of its own
    start = replace(begun, combatants=dict(zip(fight.state.combatants, begun.combatants.values(), strict=True)))

    async def both(table: Table[Any, Any]) -> tuple[AnyState, Mapping[Id, str]]:
        await rules.rest(table, "party", holds=holds)
        return table.state, rules.carried(start, table, "party", holds=holds)

    return fight.run(both, *dice)


def begun_with(fight: Fight[Any, Any, Any], carried: str, who: int = 0) -> Any:
    """The sheet of the first of the party's in a battle to which it brings that."""
    party, foes = fight.setup.sides
    squad = [replace(recruit, carried=carried if n == who else "") for n, recruit in enumerate(party.squad)]
    setup = replace(fight.setup, sides=(replace(party, squad=tuple(squad)), foes))
    return list(fight.rules.begin(setup, fight.ground).combatants.values())[who].sheet
