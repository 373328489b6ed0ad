"""What goes on to another battle in every ruleset that knows of it: gear stays what it is, and what rest does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from msgspec import json
from msgspec.structs import replace

from game.files.errors import BadFile
from game.files.expeditions import Expedition, Traveller
from game.files.generate.seeded import SeededDraws
from game.lab.company import GROUND, belongings, cached_pieces, company_match, handed, piece_name, refusals
from game.lab.matching import companies_of
from game.play.resting import rest_after
from game.rules.match import Match
from game.rules.registry import names, ruleset
from game.rules.ruleset import BadSetup, HasGear, HasRest
from game.rules.setup import Recruit
from game.rules.state import Piece, Verdict
from tests.laws.cases import Case, cases
from tests.laws.plays import COSTLY, whole

BOOKS = [name for name in names() if isinstance(ruleset(name), HasGear)]


def company(book: str, *units: str) -> Expedition:
    """An expedition of such units, or of the book's first company."""
    rules = ruleset(book)
    first = rules.parties()[companies_of(rules)[0]]
    members = [Traveller(unit) for unit in units] or [Traveller(recruit.unit) for recruit in first]
    return Expedition("heron", book, "small", "even", "instinct", tuple(members))


def named(it: Expedition, *pieces: Piece) -> list[str]:
    """What they are called, in the order of the alphabet."""
    return sorted(piece_name(it, piece) for piece in pieces)


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_handed_on_and_back_again_is_what_it_was(book: str) -> None:
    it = company(book)
    for giver, own in enumerate(belongings(it)):
        taker = (giver + 1) % len(it.company)
        for key, piece in own:
            if why := refusals(it, piece)[taker]:
                with pytest.raises(BadFile, match=why.partition(" (")[0]):
                    handed(it, giver, key, taker)
                continue
            after = handed(it, giver, key, taker)
            had, has = ([*belongings(each)[taker]] for each in (it, after))
            assert named(it, *(own for _, own in has)) == named(it, *(own for _, own in had), piece)
            there = next(iter(Counter(each for each, _ in has) - Counter(each for each, _ in had)))
            assert handed(after, taker, there, giver).company == it.company


@pytest.mark.parametrize("book", BOOKS)
def test_a_find_gives_nobody_back_what_it_has_given_away(book: str) -> None:
    it, rules = company(book), ruleset(book)
    assert isinstance(rules, HasRest)

    def found(now: Expedition) -> list[str]:
        good = [replace(own, carried=rules.made_good(own.carried, own.given)) for own in now.company]
        return named(now, *(piece for own in belongings(replace(now, company=tuple(good))) for _, piece in own))

    for giver, own in enumerate(belongings(it)):
        for key, piece in own:
            after = handed(it, giver, key, GROUND)
            assert after.company[giver].given and found(it) == sorted([*found(after), piece_name(it, piece)])
            lost = replace(after.company[giver], given=())
            assert found(replace(after, company=(*after.company[:giver], lost, *after.company[giver + 1 :]))) == found(
                it
            )


@pytest.mark.parametrize("book", BOOKS)
def test_there_is_room_for_a_company_of_whoever_may_join(book: str) -> None:
    """Two hill giants, who gave up one after the other, found no zone that would have both."""
    for unit in ruleset(book).roster():
        match = company_match(company(book, *[unit] * 6))
        assert match is not None and len(list(match.state.on("party"))) == 6


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_laid_down_stays_as_it_is_until_somebody_takes_it(book: str) -> None:
    it = company(book)
    key, piece = belongings(it)[0][0]
    after = handed(it, 0, key, GROUND)
    assert after.lying == (piece,)
    assert handed(after, GROUND, "0", 0).company == it.company


FALLEN: Mapping[str, Mapping[str, object]] = {"glog": {"flesh": 0}, "einfelst": {"out": "dead"}}
"""Fields of the sheet of somebody who is dead, where that is not told by ``dead``."""


@pytest.mark.parametrize("book", BOOKS)
def test_the_fallen_leave_what_they_brought(book: str) -> None:
    it, rules = company(book), ruleset(book)
    assert isinstance(rules, HasGear)
    match = company_match(it)
    assert match is not None
    first = next(iter(match.state.on("party")))
    assert rules.gear_rules.spoils(match.state, match.board, "foe") == [], "all still stand"
    dead = replace(first, sheet=replace(first.sheet, **FALLEN.get(book, {"dead": True})))
    over = replace(match.state, combatants={**match.state.combatants, first.id: dead})
    for side in ("party", "foe"):
        won = rules.gear_rules.spoils(match.state, match.board.moment(over), side)
        assert named(it, *won) == named(it, *(piece for _, piece in belongings(it)[0]))


@pytest.mark.parametrize("book", BOOKS)
def test_a_cache_is_of_things_that_somebody_can_have(book: str) -> None:
    found = cached_pieces(book, SeededDraws("heron"))
    assert found and found == cached_pieces(book, SeededDraws("heron"))
    it = replace(company(book), lying=found)
    for number, piece in enumerate(found):
        takers = [who for who in range(len(it.company)) if not refusals(it, piece)[who]]
        assert takers, piece
        after = handed(it, GROUND, str(number), takers[0])
        assert len(after.lying) == len(found) - 1


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "piece", ['{"key":"moonbeam"}', '{"key":"KEY","marks":{"shiny":1}}', '{"key":"KEY","own":{"name":7}}']
)
def test_a_piece_that_there_cant_be_is_refused(book: str, piece: str) -> None:
    it = company(book)
    key = belongings(it)[0][0][1].key
    brought = f'{{"gained":[{piece.replace("KEY", key)}]}}'
    spoilt = replace(it, company=(replace(it.company[0], carried=brought), *it.company[1:]))
    with pytest.raises(BadSetup, match=r"carried: gained|own:"):
        company_match(spoilt)


@pytest.mark.parametrize(
    ("book", "units", "small", "protects", "spoilt"),
    [
        pytest.param(
            "murdham", ("man-at-arms", "bandit", "osric"), "goblin", "hard", {"damaged": ("armour",)},
            marks=[pytest.mark.rule("murdham", "A-23"), pytest.mark.rule("murdham", "M-59")],
        ),
        pytest.param(
            "glog", ("gate-captain", "ulf", "garrick"), "pip", "worn", {"notches": {"armour": 1}},
            marks=pytest.mark.rule("glog", "G-34"),
        ),
    ],
)  # fmt: skip
def test_armour_goes_as_it_is_to_whoever_wears_none_and_has_its_size(
    book: str, units: tuple[str, ...], small: str, protects: str, spoilt: Mapping[str, object]
) -> None:
    """The first wears heavy armour, which is damaged; the second takes it off the ground once its own lies there."""

    def protection(it: Expedition) -> list[int]:
        match = company_match(it)
        assert match is not None
        return [getattr(c.sheet, protects) for c in match.state.on("party")]

    it, rules = company(book, *units, small), ruleset(book)
    assert isinstance(rules, HasGear)
    match = company_match(it)
    assert match is not None
    first = next(iter(match.state.on("party")))
    worn = replace(first, sheet=replace(first.sheet, **spoilt))
    over = match.board.moment(replace(match.state, combatants={**match.state.combatants, first.id: worn}))
    brought = rules.carried(match.state, over, "party", holds=True)
    it = replace(it, company=(replace(it.company[0], carried=brought[first.id]), *it.company[1:]))
    before = protection(it)
    key, suit = next((key, piece) for key, piece in belongings(it)[0] if piece.key == "heavy")
    assert suit.marks, "it is as it was"
    it = handed(it, 0, key, GROUND)
    assert protection(it)[0] < before[0]
    assert "wears some already" in refusals(it, suit)[2] and "another size" in refusals(it, suit)[3]
    for own, piece in belongings(it)[1]:
        if piece.key in ("light", "medium"):
            it = handed(it, 1, own, GROUND)
    number = it.lying.index(suit)
    after = handed(it, GROUND, str(number), 1)
    assert protection(after)[1] == before[0] and suit in [piece for _, piece in belongings(after)[1]]
    assert handed(after, 1, "heavy", 0).company[0] == handed(it, GROUND, str(number), 0).company[0]


@pytest.mark.parametrize("book", BOOKS)
def test_somebody_without_hands_has_nothing_handed(book: str) -> None:
    assert all(refusals(company(book, "wolf"), belongings(company(book))[0][0][1]))


# --- What every battle of every ruleset that knows of rest does when another is to follow ---

resting_case = pytest.mark.parametrize(
    "case", [case for case in cases() if case.label in COSTLY and isinstance(case.ruleset, HasRest)], ids=str
)


@resting_case
@pytest.mark.parametrize("won", [True, False])
def test_who_has_rested_can_fight_again(case: Case, *, won: bool) -> None:
    first, *others = case.setup.sides
    over = whole(case)
    end = replace(over.state, verdict=Verdict(first.name if won else others[0].name, "it is made so"))
    company = rest_after(Match(case.ruleset, case.setup, over.ground, end), first.name, 7).company
    standing = [
        c for c in (*over.state.combatants.values(), *over.state.gone.values()) if c.side == first.name and c.sheet.up
    ]
    assert len(company) >= len(standing) if won else len(company) == len(standing)
    if company:
        again = case.ruleset.begin(replace(case.setup, sides=(replace(first, squad=company), *others)))
        assert all(c.sheet.up for c in again.on(first.name))
        assert len(list(again.on(first.name))) == len(company)


@resting_case
def test_what_was_lost_in_one_battle_is_lost_in_all_that_follow(case: Case) -> None:
    first, *others = case.setup.sides
    over = whole(case)
    end = replace(over.state, verdict=Verdict(others[0].name, "it is made so"))
    company = rest_after(Match(case.ruleset, case.setup, over.ground, end), first.name, 7).company
    for _ in range(2):
        if not company:
            return
        setup = replace(case.setup, sides=(replace(first, squad=company), *others))
        begun = case.ruleset.begin(setup, over.ground)
        won = replace(begun, verdict=Verdict(first.name, "it is made so"))
        again = rest_after(Match(case.ruleset, setup, over.ground, won), first.name, 7).company
        assert [_lost(each) for each in again] == [_lost(each) for each in company]
        company = again


def _lost(recruit: Recruit) -> tuple[str, ...]:
    return tuple(json.decode(recruit.carried).get("lost", ())) if recruit.carried else ()


@resting_case
@pytest.mark.parametrize("carried", ['{"no such": 1}', '{"lost": ["no such thing"]}', "{", "[]"])
def test_what_does_not_fit_is_named(case: Case, carried: str) -> None:
    first, *others = case.setup.sides
    squad = (Recruit(first.squad[0].unit, carried=carried),)
    with pytest.raises(BadSetup, match=rf"{first.squad[0].unit}: carried: "):
        case.ruleset.begin(replace(case.setup, sides=(replace(first, squad=squad), *others)))
