"""The company of an expedition between two battles: how it stands, and its gear, handed about by its book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from game.files.errors import BadFile
from game.files.expeditions import Expedition, Traveller
from game.files.generate.seeded import SeededDraws
from game.lab.skirmish import FOE, PARTY
from game.rules.match import AnyMatch, Match
from game.rules.registry import ruleset
from game.rules.ruleset import HasGear, HasRest
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import Standing
from game.rules.state import Piece
from game.rules.table import Board, Table
from game.spatial.field import Field

APART_CELLS = 6
"""Cells between those of a company on bare ground: the largest find room there."""

GROUND = -1
"""In the place of a member's number: what lies there, for whoever takes it."""


def recruits_of(expedition: Expedition) -> tuple[Recruit, ...]:
    """The company as the squad of a battle."""
    return tuple(Recruit(each.unit, each.name, carried=each.carried) for each in expedition.company)


def company_match(now: Expedition) -> AnyMatch | None:
    """The company on bare ground as it goes on now, and somebody of another kind to fight; None if nobody goes on.

    Raises BadSetup for somebody who brings what nobody of its kind can.
    """
    squad = recruits_of(now)
    if not squad:
        return None
    field = Field(APART_CELLS * (len(squad) + 1), 3 * APART_CELLS)
    party = tuple(replace(each, at=(APART_CELLS * n, 0)) for n, each in enumerate(squad))
    rules = ruleset(now.rules)
    other = next(unit for unit in rules.roster() if unit not in {each.unit for each in squad})
    sides = SideSetup(PARTY, party, party=True), SideSetup(FOE, (Recruit(other, at=(0, 2 * APART_CELLS)),))
    return Match.begin(rules, Setup(rules.name, field, sides))


def standings(now: Expedition) -> list[Standing]:
    """How the members of the company stand, in its order. Raises BadSetup as ``company_match``."""
    match = company_match(now)
    return [] if match is None else [match.ruleset.standing(match.board, c.id) for c in match.state.on(PARTY)]


def belongings(now: Expedition) -> list[Sequence[tuple[str, Piece]]]:
    """By member of the company what it carries that may be handed on, by its keys; none by rules that know no gear."""
    match, rules = company_match(now), ruleset(now.rules)
    if match is None or not isinstance(rules, HasGear):
        return [() for _ in now.company]
    return [rules.gear_rules.belongings(match.board, c.id) for c in match.state.on(PARTY)]


def piece_name(now: Expedition, piece: Piece) -> str:
    """What a piece is called, with its state."""
    rules = ruleset(now.rules)
    return rules.gear_rules.name(piece) if isinstance(rules, HasGear) else piece.key


def refusals(now: Expedition, piece: Piece) -> list[str]:
    """By member of the company why it can't have a piece, in the words of its book; empty if it can."""
    match, rules = company_match(now), ruleset(now.rules)
    if match is None or not isinstance(rules, HasGear):
        return ["" for _ in now.company]
    return [rules.gear_rules.refused(match.board, c.id, piece) for c in match.state.on(PARTY)]


def handed(now: Expedition, giver: int, key: str, taker: int) -> Expedition:
    """The expedition once a piece has gone from one member of the company to another, by their numbers.

    ``giver`` and ``taker`` may be ``GROUND``, from which ``key`` is the number of a piece, in digits. Raises BadFile
    with the book's reason where it can't be.
    """
    match, rules = company_match(now), ruleset(now.rules)
    if match is None or not isinstance(rules, HasGear):
        raise BadFile(f"{rules.title} does not tell how gear is handed about")
    table = Table(match.state, match.setup, match.ground, lambda _: None)
    ids, lying = [c.id for c in match.state.on(PARTY)], list(now.lying)
    if giver == GROUND:
        piece = lying.pop(int(key))
    else:
        piece = dict(rules.gear_rules.belongings(table, ids[giver]))[key]
        rules.gear_rules.drop(table, ids[giver], key)
    if taker == GROUND:
        lying.append(piece)
    else:
        why = rules.gear_rules.refused(Board(table.state, match.setup, match.ground), ids[taker], piece)
        if why:
            raise BadFile(f"{rules.gear_rules.name(piece)}: {why}")
        rules.gear_rules.gain(table, ids[taker], piece)
    fresh = tuple(
        replace(side, squad=tuple(replace(each, carried="") for each in side.squad)) for side in match.setup.sides
    )
    start = rules.begin(replace(match.setup, sides=fresh), match.ground)
    carried = rules.carried(start, table, PARTY, holds=False)
    company = [carrying(now, own, carried[who]) for own, who in zip(now.company, ids, strict=True)]
    if giver != GROUND:
        lost, own = Counter(rules.lost(now.company[giver].carried)), company[giver]
        gone = (Counter(rules.lost(own.carried)) - lost).elements()
        company[giver] = replace(own, given=(*own.given, *gone))
    return replace(now, company=tuple(company), lying=tuple(lying))


def carrying(now: Expedition, own: Traveller, carried: str) -> Traveller:
    """A member of the company that brings this now: what it gave away and lacks no longer counts as its own again."""
    rules = ruleset(now.rules)
    assert isinstance(rules, HasRest), "expeditions are only by such"
    given = Counter(own.given) & Counter(rules.lost(carried))
    return replace(own, carried=carried, given=tuple(given.elements()))


CACHE = 3
"""Things that lie where something is found."""


def cached_pieces(rules: str, draws: SeededDraws) -> tuple[Piece, ...]:
    """Things as some units of a book carry them, drawn by lot; none by rules that know no gear."""
    found: list[Piece] = []
    for unit in draws.shuffled(sorted(ruleset(rules).roster())):
        (own,) = belongings(Expedition("", rules, "", "", "instinct", (Traveller(unit),)))
        if own:
            found.append(draws.pick(own)[1])
        if len(found) == CACHE:
            break
    return tuple(found)


def tell_state(it: Standing) -> str:
    """How somebody fares, and what lies heavy on it: "Grit 8/8, Flesh 2/5, Stress 3/10"; "unhurt" if all is well."""
    bars = [f"{bar.word} {bar.told}" for bar in it.bars if bar.hurt or not bar.rising]
    pools = [f"{pool.word} {pool.brief}" for pool in it.pools if not pool.dots and not pool.pip]
    return ", ".join((*bars, *pools, *it.words)) or "unhurt"
