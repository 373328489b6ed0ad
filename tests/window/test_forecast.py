"""Odds beside the window: what they tell, and that nothing they meet ends a battle."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from math import fsum
from pathlib import Path
from random import Random

import pytest

from game.files.battlefile import replay
from game.kit.testing.fight import OPEN
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.play.speech import percent, percents
from game.play.workers import BackgroundThread
from game.resources import maps
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.odds import LOTS, SECOND_LOTS, odds
from game.rules.questions import Choose, Impossible, Menu, Option, Roll, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import Note
from game.rules.state import state_hash
from game.spatial.places import as_cell
from game.spatial.space import Space
from game.window.battle import forecast
from game.window.battle.driver import Driver
from game.window.battle.forecast import Chance, Forecast, read_odds, walked, weigh
from tests.laws.cases import Reckless, shipped
from tests.laws.test_replies import ANSWERED, GAMES, close_positions
from tests.rules.battles import begin, brawl, duel, installed
from tests.rulesets.einfelst.kit import Fight as Zoned
from tests.rulesets.sovereign.kit import Fight
from tests.terminal.test_speech import points
from tests.thoughts import Held


def ask(match: AnyMatch) -> tuple[Forecast, Choose[object], Held]:
    """A forecast of the question that waits, and who works it out."""
    question, held = match.pending, Held()
    assert isinstance(question, Choose)
    return Forecast(match, question, held), question, held


@pytest.mark.usefixtures("figures")
def test_the_chance_shown_is_the_chance_of_the_rules() -> None:
    match = begin(duel())
    found, question, held = ask(match)
    option = question.options.find("strike Orc")
    assert found.chance(option) is None
    held.work()
    chance = found.chance(option)
    assert chance is not None
    real = odds(match, "strike Orc")
    assert chance.hits == ((Id("Ada"), Id("Orc"), real.hits(Id("Ada"), Id("Orc"))),)
    assert {who: down for who, _, down in chance.harm}[Id("Orc")] == real.down(Id("Orc"))


def test_options_that_are_looked_at_together_are_weighed_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, each once; one that can't be weighed does not keep the others back."""
    some = Chance((), (), (), (), (), 1)
    monkeypatch.setattr(Forecast, "_weigh", lambda _, match, key: None if key == "answer 3" else some)
    found, _, held = ask(begin(duel()))
    options = [Option(f"answer {number}", number, "") for number in range(12)]
    for done in range(len(options) + 1):
        known = [found.in_turn(option, options) is not None for option in options]
        assert known == [number < done and number != 3 for number in range(len(options))]
        held.work()
    assert held.finished == len(options)


@pytest.mark.usefixtures("figures")
def test_what_may_befall_somebody_besides_harm_is_told_of_it() -> None:
    fight = Fight({"annora": (2, 5)}, {"bandit": (3, 5)}, field=OPEN)
    found, question, held = ask(fight.match)
    shove = next(option for option in question.options.singles if option.key.startswith("shove"))
    found.chance(shove)
    held.work()
    chance = found.chance(shove)
    assert chance is not None and shove.target is not None
    said = {note.said: share for note, share in chance.notes if note.who == shove.target}
    assert chance.befalls(shove.target) == max(said.items(), key=lambda each: each[1])
    assert chance.befalls(shove.target) == ("prone", odds(fight.match, shove.key).noted()[Note(shove.target, "prone")])
    assert chance.befalls(Id("annora")) is None


def test_a_second_move_leads_where_two_moves_lead_and_nowhere_else() -> None:
    """Thirty feet, and thirty more for the Main Action."""
    fight = Fight({"annora": (2, 5)}, {"bandit": (22, 5)}, field=OPEN)
    found, question, held = ask(fight.match)
    runs = next(family for family in question.options.families if family.verb == "run")
    found.dear_ways(runs)
    held.work()
    ways = found.dear_ways(runs)
    again = ways.places
    assert ways.costs == ("Main Action",)
    assert again and not again & frozenset(runs.places)
    assert {max(abs(x - 2), abs(y - 5)) for x, y in map(as_cell, again)} == set(range(7, 13))


def test_a_fault_in_a_battle_that_is_only_thought_of_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, at_home: Path
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise KeyError("Lurker")

    monkeypatch.setattr(forecast, "plain_odds", fault)
    match = begin(duel())
    found, question, held = ask(match)
    option = question.options.find("strike Orc")
    found.chance(option)
    held.work()
    assert found.chance(option) is None
    assert list((at_home / "state" / "crashes").glob("*.txt"))


def sit(match: AnyMatch, home: Path) -> Driver:
    """A battle of a person against one who draws lots."""
    seats = {Seat(side.name): HUMAN if side.party else Player("ai", "instinct") for side in match.setup.sides}
    return Driver(Session(match, seats, 3, "seeded", home / "battle.save"), BackgroundThread("opponents of a test"))


def run(driver: Driver) -> None:
    """Until a person is asked or the battle is over."""
    for _ in range(5000):
        if driver.advance(0.01, 0) is not None or driver.session.match.over:
            return
    raise AssertionError("it goes on for ever")


def test_taking_back_restores_the_battle_to_the_letter(at_home: Path) -> None:
    driver = sit(begin(duel(orc=(5, 3))), at_home)
    run(driver)
    match = driver.session.match
    before, answers = state_hash(match.state), len(match.history)
    driver.answer("move 0,0")
    run(driver)
    assert driver.undo() == "Go to (0, 0)"
    assert (state_hash(match.state), len(match.history)) == (before, answers)
    with pytest.raises(Impossible, match="nothing to take back"):
        driver.undo()


def test_nothing_is_taken_back_past_the_dice(at_home: Path) -> None:
    driver = sit(begin(duel()), at_home)
    run(driver)
    driver.answer("strike Orc")
    run(driver)
    assert driver.undo_boundary()


def test_dice_thrown_by_hand_are_nobody_s_decision(at_home: Path) -> None:
    driver = sit(begin(duel()), at_home)
    driver.session.dice = "typed"
    run(driver)
    driver.answer("strike Orc")
    run(driver)
    driver.answer((1,))
    run(driver)
    assert driver.undo_boundary() == "Dice have fallen since, and what they showed stands."


def test_nobody_throws_by_hand_what_is_rolled_in_secret(at_home: Path) -> None:
    driver = sit(begin(duel()), at_home)
    driver.session.dice = "typed"
    assert driver.session.by_hand(Roll("d3", "a lot"))
    assert not driver.session.by_hand(Roll("d3", "a lot", secret=True))


def test_nobody_is_asked_who_acts_where_there_is_but_one(at_home: Path) -> None:
    session = sit(begin(duel()), at_home).session
    one, two = (Option(name, name, name) for name in ("Ada", "Bob"))
    assert session.settled(Choose(Seat("red"), "Who acts?", Menu((one,)), "pick")) == "Ada"
    assert session.settled(Choose(Seat("red"), "Who acts?", Menu((one, two)), "pick")) is None
    assert session.settled(Choose(Seat("red"), "What now?", Menu((one,)), "act")) is None


def test_every_answer_of_a_person_is_on_the_disk_at_once(at_home: Path) -> None:
    driver = sit(begin(brawl()), at_home)
    run(driver)
    question = driver.session.match.pending
    assert isinstance(question, Choose)
    driver.answer(question.options[0].key)
    first = (at_home / "battle.save").read_bytes()
    run(driver)
    question = driver.session.match.pending
    assert isinstance(question, Choose)
    driver.answer(question.idle or question.options[0].key)
    assert (at_home / "battle.save").read_bytes() != first


def test_a_foes_answer_is_the_chance_of_its_own_blow() -> None:
    match = begin(duel())
    found, _, held = ask(match)
    ada, orc = Id("Ada"), Id("Orc")
    assert not found.return_attacks(ada, None, (orc,))
    held.work()
    turn: AnyMatch = Match(
        match.ruleset, match.setup, match.ground, match.ruleset.hypothetical_turn(match.board, orc, {}), record=False
    )
    flurry = weigh(turn, "flurry Ada", SECOND_LOTS)
    assert flurry is not None
    assert found.return_attacks(ada, None, (orc,)) == {orc: flurry.hit(orc, ada)}, "one of three blows"


def test_the_best_attack_after_a_walk_is_told_by_plays_that_it_was_not_picked_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where its tree is too large; it was lucky in those that it was picked by."""
    monkeypatch.setattr(forecast, "SHOWN_LEAVES", 2)
    match = begin(duel())
    found, question, held = ask(match)
    walk, there = question.options.find("move 1,2"), walked(match, "move 1,2")
    assert found.chance_from(walk, Id("Orc")) is None and there is not None
    held.work()
    picked_by, told_by = (weigh(there, "flurry Orc", lots) for lots in (LOTS, SECOND_LOTS))
    assert found.chance_from(walk, Id("Orc")) == told_by != picked_by


def test_a_hold_is_not_what_a_foe_hits_back_with() -> None:
    """A brute is better with its hands than with its claws, and it is the claws that harm."""
    fighter, brute = Id("fighter"), Id("brute")
    match = Zoned({"fighter": "a"}, {"brute": "a"}).match
    found, _, held = ask(match)
    found.return_attacks(fighter, None, (brute,))
    held.work()
    turn: AnyMatch = Match(
        match.ruleset, match.setup, match.ground, match.ruleset.hypothetical_turn(match.board, brute, {}), record=False
    )
    claws, hands = (odds(turn, key).hits(brute, fighter) for key in ("strike fighter claws", "grapple fighter"))
    assert hands > claws and found.return_attacks(fighter, None, (brute,)) == {brute: claws}


def test_a_foe_that_cannot_reach_gives_no_answer() -> None:
    match = begin(duel())
    found, _, held = ask(match)
    before = state_hash(match.state)
    for at, answers in (((0, 0), False), ((2, 2), True)):
        found.return_attacks(Id("Ada"), at, (Id("Orc"),))
        held.work()
        assert bool(found.return_attacks(Id("Ada"), at, (Id("Orc"),))) == answers
    assert state_hash(match.state) == before


@pytest.mark.usefixtures("figures")
def test_what_the_other_side_may_do_about_it_is_told_beside_the_plain_chance() -> None:
    """A parry takes 12 chances in 20 down to 8."""
    match = begin(duel())
    found, question, held = ask(match)
    option = question.options.find("strike Orc")
    assert found.answered(option) == ()
    held.work()
    assert found.answered(option) == (), "only now that the plain chance is known"
    held.work()
    (parry,) = found.answered(option)
    assert (parry.topic, parry.who, parry.best) == ("parry", Id("Orc"), True)
    assert parry.chance.hit(Id("Ada"), Id("Orc")) == odds(match, "strike Orc").hits(Id("Ada")) - Fraction(4, 20)


@pytest.mark.usefixtures("figures")
@pytest.mark.parametrize("said", ["pass", "snap-shot annora small-bow"])
def test_who_is_asked_in_one_moment_with_somebody_in_hiding_is_told_the_odds_as_if_there_were_nobody(said: str) -> None:
    """As a round ends all are asked, the archer in hiding before her; what it said is not known to her."""
    w1 = {"w1": ("skeletal-warrior", (6, 5))}
    lurked = Fight({"annora": (5, 5)}, {**w1, "bow": ("colette", (12, 5))}, acting="foes", hidden=("bow",))
    alone = Fight({"annora": (5, 5)}, w1, acting="foes")
    lurked.until("end", "done", "pass", said)
    alone.until("done", "done", "pass")
    shown = []
    for fight in (lurked, alone):
        found, question, held = ask(fight.match)
        for option in question.options.singles:
            found.chance(option)
            held.work()
        shown.append({option.key: found.chance(option) for option in question.options.singles})
    assert shown[0] == shown[1]
    snap = shown[0]["snap w1 short-sword"]
    assert snap is not None and snap.hit(Id("annora"), Id("w1"))


CARDS = {"murdham": 4}
"""By which positions are drawn that have a consent among the first, in games that have any."""

BATTLES = sorted((Path(__file__).parents[1] / "battles").glob("*/*.battle"))

CONSENTS = {"murdham"}
"""Games in which a choice of somebody may need the consent of another of its side."""


@pytest.mark.usefixtures("figures")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("positions", [3, pytest.param(24, marks=pytest.mark.nightly)])
def test_a_row_that_needs_a_friends_consent_tells_what_comes_of_it_when_that_is_given(
    name: str, positions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both answers to the consent are played for every row of cards that ask a side out of its turn."""
    rules, lots = ruleset(name), Random(CARDS.get(name, 7))
    grounds = {"cellar": Space(shipped(maps() / "cellar.tmx").field)}
    consented = compared = 0
    monkeypatch.setattr(forecast, "SHOWN_LEAVES", 60)
    monkeypatch.setattr(forecast, "SHOWN_SAMPLES", 6)
    for match in islice(close_positions(rules, grounds, lots), positions):
        for card in islice(cards(match, Reckless(lots.randint(0, 10_000))), 2):
            question = card.pending
            assert isinstance(question, Choose)
            found, _, held = ask(card)
            for option in question.options.singles:
                given, refused = (
                    odds(card, option.key, reply=partial(consent, question, given=given), leaves=60, samples=6)
                    for given in (True, False)
                )
                found.chance(option)
                held.work()
                chance = found.chance(option)
                if given.sampled or chance is None or chance.sampled:
                    continue
                compared += 1
                consented += given.chances != refused.chances
                assert chance.harm == read_odds(given).harm, (name, option.key)
    assert compared or name not in ANSWERED
    assert bool(consented) is (name in CONSENTS)


def cards(match: AnyMatch, seat: Reckless) -> Iterator[AnyMatch]:
    """Moments of the turns after a position at which somebody is asked out of turn."""
    for _ in range(40):
        question = match.pending
        if question is None:
            return
        if isinstance(question, Choose) and question.kind == "react" and question.who is not None:
            yield match.fork()
        match.answer(seat.answer(match, question))


def consent(asked: Choose[object], _: AnyMatch, question: Choose[object], *, given: bool) -> str:
    """Leave everything as it is, but give the consent of one's own side to what ``asked`` chose, or refuse it."""
    wants = [o.key for o in question.options.singles if o.consents_to == asked.who and question.seat == asked.seat]
    return wants[0] if given and wants and question.kind == "react" else question.idle or question.options[0].key


@pytest.mark.usefixtures("figures")
def test_the_ways_to_fall_add_up_to_the_chance_of_it() -> None:
    """Over all attacks of recorded battles: what is told of how somebody falls comes to what is told of the fall."""
    told = 0
    with installed():
        for path in BATTLES:
            full = replay(path)
            match: AnyMatch = Match.begin(full.ruleset, full.setup)
            for answer in full.history:
                asked = match.pending
                if (
                    isinstance(asked, Choose)
                    and asked.kind == "act"
                    and str(answer).split()[0] in match.ruleset.attacks
                ):
                    chance = read_odds(odds(match, answer, leaves=60, samples=6))
                    told += len(chance.falls)
                    for loser, ways in chance.falls:
                        assert sum(share for _, share in ways) == chance.down(loser), (path.name, answer)
                        parts = percents([share for _, share in ways])
                        assert fsum(map(points, parts)) == points(percent(chance.down(loser))), (path.name, answer)
                match.answer(answer)
    assert told
