"""Where a ruleset says that somebody could attack, its menu lets it, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.play.threat import threat_of
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.ruleset import HasThreats
from game.rules.state import Combatant
from game.spatial.places import Place
from tests.laws.cases import Case, cases
from tests.laws.plays import costly_case, look

SOME = 2
"""Places of each sort that are tried for one attacker."""

Anybody = Combatant[Any, Any]


def supposed(match: AnyMatch, who: Id, at: dict[Id, Place]) -> Choose[Any] | None:
    """What somebody is asked if its turn comes, some standing elsewhere; None if it has none."""
    then = match.ruleset.hypothetical_turn(match.board, who, at)
    asked = Match(match.ruleset, match.setup, match.ground, then, record=False).pending
    fits = isinstance(asked, Choose) and asked.kind == "act" and asked.who == who
    return asked if fits and isinstance(asked, Choose) else None


def attacked(match: AnyMatch, asked: Choose[Any] | None, target: Id, *, going: bool) -> bool:
    """Whether the menu has an attack on somebody, one that goes to it first (a charge) or one that does not."""
    options = asked.options.singles if asked is not None else ()
    mine = [option for option in options if option.target == target and option.verb in match.ruleset.attacks]
    return any((option.place is not None) is going for option in mine)


def pairs(match: AnyMatch) -> Iterator[tuple[Anybody, Anybody]]:
    """Two attackers, each with somebody of another side who takes up one place and is seen by all."""
    rules, board = match.ruleset, match.board
    everybody = [c for c in board.state.combatants.values() if rules.standing(board, c.id).up]
    small = [c for c in everybody if rules.standing(board, c.id).size == 1]
    seen = [c for c in small if not {"hidden", "surrendered"} & set(rules.standing(board, c.id).words)]
    for side in dict.fromkeys(c.side for c in everybody):
        mine = [c for c in everybody if c.side == side]
        target = next((c for c in seen if c.side != side), None)
        if target is not None and mine:
            yield mine[len(match.history) % len(mine)], target


def check(match: AnyMatch, who: Id, target: Id, lot: Random) -> int:
    """Try some places that are told, and some that are not; gives how many were tried."""
    rules, board = match.ruleset, match.board
    taken = {c.at for c in board.state.combatants.values() if rules.places == "cells"}
    everywhere = places_of(match)
    tried = 0
    for told in (True, False):
        threat = threat_of(match, board, who, {})
        free = sorted((place for place in everywhere if place not in taken), key=str)
        some = [place for place in free if (place in threat.hits) is told]
        for place in lot.sample(some, min(SOME, len(some))):
            there = {target: place}
            now = threat_of(match, board, who, there)
            ends = [end for end in walked_to(match, who, there) if end in now.goes] if now.goes else []
            alone = rules.places == "cells"  # in a zone there is room for both
            tries = [{**there, who: end} for end in sorted(ends, key=str) if end != place or not alone]
            hit = attacked(match, supposed(match, who, there), target, going=True)
            hit = hit or any(attacked(match, supposed(match, who, at), target, going=False) for at in tries)
            said = place in now.hits
            if said and not hit:
                loads = "reload" in rules.standing(board, who).words  # what must be done first is not tried here
                hit = loads or rules.name in FARTHER or any(bursts(match, who, at) for at in tries)
            assert hit == said, f"{rules.name}: {who} at {board.now(who).at} and {place}: told {said}"
            tried += 1
    return tried


def bursts(match: AnyMatch, who: Id, at: dict[Id, Place]) -> bool:
    """Whether it could attack a place, and so somebody beside it, which is not tried here."""
    asked = supposed(match, who, at)
    families = asked.options.families if asked is not None else ()
    return any(family.verb in match.ruleset.attacks and family.sample.target is None for family in families)


FARTHER = ("ingenuity",)
"""Games in which one goes somewhere twice and still attacks, which is not tried here."""


def walked_to(match: AnyMatch, who: Id, at: dict[Id, Place]) -> set[Place]:
    """Where the menu's moves lead, some standing elsewhere, and where it stands itself."""
    asked = supposed(match, who, at)
    families = asked.options.families if asked is not None else ()
    moves = [family for family in families if family.verb not in match.ruleset.attacks]
    return {match.board.now(who).at, *(place for family in moves for place in family.places)}


def places_of(match: AnyMatch) -> list[Place]:
    """Every place on which somebody could stand."""
    space = match.board.space
    if match.ruleset.places == "cells":
        return [(x, y) for y in range(space.height) for x in range(space.width) if space.standable((x, y))]
    zones = space.zones
    return list(zones.places if match.ruleset.places == "zones" else zones.all_zones)


@costly_case
def test_what_is_told_is_what_the_menu_lets_somebody_do(case: Case) -> None:
    if not isinstance(case.ruleset, HasThreats):
        pytest.skip("it tells of no threats")
    lot, tried, asked = Random(7), 0, 0
    acting = [match for match in look(case) if isinstance(match.pending, Choose) and match.pending.kind == "act"]
    for match in acting[:: max(1, len(acting) // 3)][:3]:
        for me, target in pairs(match):
            tried, asked = tried + check(match, me.id, target.id, lot), asked + 1
    assert tried >= asked, "on a map of one zone there is one place to try"
    assert asked or case.label == "mirror", "of some squads everybody is large"


def test_all_five_tell() -> None:
    telling = {case.ruleset.name for case in cases() if isinstance(case.ruleset, HasThreats)}
    assert telling == {"sovereign", "murdham", "glog", "einfelst", "ingenuity"}
