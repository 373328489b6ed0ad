"""Odds beside the window, what a choice would do, and that nothing they meet ends a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from math import fsum
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pygame
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
from game.rules.odds import LOTS, SECOND_LOTS, odds, plain_odds, replies
from game.rules.questions import Choose, Impossible, Menu, Option, Roll, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import Note
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import Bar
from game.rules.state import state_hash
from game.scene.scene import Scene
from game.spatial.field import Field
from game.spatial.places import as_cell
from game.spatial.space import Space
from game.view.board.tokens import draw_track, mark_loss
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import BAD_WORD, GOOD, WARN, WHITE, Colour, Typography
from game.window.battle import draw_battle, forecast
from game.window.battle.ask import prompt_for
from game.window.battle.camera_work import body_box
from game.window.battle.dock import lay_out, previewed
from game.window.battle.driver import Driver
from game.window.battle.forecast import Answered, Chance, Forecast, read_odds, walked, weigh
from game.window.battle.preview import tell_turned
from game.window.battle.sightlines import return_attacks_on
from game.window.battle.stage import Stage
from game.window.battle.target_forecast import draw_forecast, tell_aimed, tell_plate
from tests.laws.cases import Reckless, shipped
from tests.laws.test_replies import ANSWERED, GAMES, close_positions
from tests.rules.battles import begin, brawl, duel, installed
from tests.rulesets.einfelst.kit import Fight as Zoned
from tests.rulesets.einfelst.kit import pool
from tests.rulesets.murdham.kit import Fight as Grabbed
from tests.rulesets.sovereign.kit import Fight
from tests.terminal.test_speech import points
from tests.thoughts import Held
from tests.window.staged import SIZE, stage_of


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
    found.costly_moves(runs)
    held.work()
    ways = found.costly_moves(runs)
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


# --- What a choice would do, told beside whom it is aimed at and marked in the bars ---

ADA, ORC = Id("Ada"), Id("Orc")


def told(
    share: Fraction, loss: float = 0.0, down: Fraction = Fraction(0), *notes: Note, sampled: bool = False
) -> list[str]:
    """What stands beside Orc when Ada hits it in that share."""
    harm = ((ORC, loss, down),) * bool(loss or down)
    found = Chance(
        ((ADA, ORC, share),),
        ((ORC, share),),
        harm,
        (),
        tuple((n, share) for n in notes),
        4,
        error=0.04 * sampled,
    )
    return [fact.text for fact in tell_aimed(found, ADA, ORC)]


def test_what_an_answer_may_do_to_a_friend_stands_in_red_and_to_oneself_if_it_is_the_best() -> None:
    """Somebody hides behind the friend that it holds, or strikes back."""
    bea, half = Id("Bea"), Fraction(1, 2)
    setup = duel()
    red, blue = setup.sides
    match = begin(
        msgspec.structs.replace(
            setup, sides=(SideSetup("red", (*red.squad, Recruit("knight", "Bea")), party=True), blue)
        )
    )
    scene = Scene(match.ruleset, match.setup, match.ground, match.state, tuple(match.state.combatants))

    def harm(*losses: tuple[Id, float, Fraction], hits: Id = ORC) -> Chance:
        return Chance(((ADA, hits, half),), ((hits, half),), losses, (), (), 4)

    def told(*answered: Answered, plain: Chance | None = None) -> list[tuple[str, Colour]]:
        facts = tell_turned(answered, plain or harm((ORC, 4.0, half)), scene, ADA, ORC)
        return [(fact.text, fact.tone) for fact in facts]

    hide = Answered("hide behind", ORC, True, harm((bea, 4.5, Fraction(62, 100)), hits=bea))
    assert told(hide) == [("Orc: hide behind: Bea loses 4.5, falls 62 %", BAD_WORD)]
    assert told(replace(hide, best=False)) == told(hide), "whatever the foe does best"
    assert told(replace(hide, who=None)) == [("Bea: hide behind: Bea loses 4.5, falls 62 %", BAD_WORD)]
    assert told(hide, plain=hide.chance) == [], "the blow itself does as much"
    slight = harm((bea, 0.04, Fraction(0)))
    assert told(replace(hide, chance=slight)) == [], "nothing that can be told"
    faint = harm((bea, 0.0, Fraction(1, 4)))
    assert told(replace(hide, chance=faint)) == [("Orc: hide behind: Bea, falls 25 %", BAD_WORD)]
    counter = Answered("counter", ORC, True, harm((ADA, 6.9, Fraction(0)), (ORC, 9.0, half)))
    assert told(counter) == [("Orc: counter: Ada loses 6.9", BAD_WORD)]
    assert told(replace(counter, best=False)) == []
    assert told() == told(Answered("dodge", ORC, True, harm((ORC, 1.0, half)))) == []


@pytest.mark.rule("murdham", "A-88", "A-30")
def test_a_blow_at_who_holds_a_friend_says_in_red_that_it_may_hide_behind_her() -> None:
    fight = Grabbed({"theobald": "b", "sybilla": "b"}, {"bandit": "b"}, stunts="off")
    fight.sheet_of("bandit", grabbing="sybilla").play("theobald")
    match, key = fight.match, "strike bandit halberd"
    plain = plain_odds(match, key)
    found = {one.topic: one for one in replies(match, plain, leaves=60, samples=6)}
    hide = found["hide behind"]
    answered = (Answered(hide.topic, hide.who, hide.best, read_odds(hide.odds)),)
    scene = Scene(match.ruleset, match.setup, match.ground, match.state, tuple(match.state.combatants))
    (fact,) = tell_turned(answered, read_odds(plain.odds), scene, Id("theobald"), Id("bandit"))
    lost = float(hide.odds.mean_harm(Id("sybilla")))
    assert lost > 0 and f"Sybilla loses {lost:.1f}" in fact.text and fact.tone == BAD_WORD


def test_beside_a_target_stand_chance_and_harm_and_whether_it_falls() -> None:
    assert told(Fraction(3, 5), 3.2, Fraction(2, 5)) == ["60 %  −3.2", "falls 40 %"]
    assert told(Fraction(3, 5), 3.2, Fraction(1)) == ["60 %  −3.2", "falls for sure, hit or miss"]
    assert told(Fraction(3, 5), 3.2, Fraction(1), sampled=True) == ["60 % ± 4  −3.2", "falls 100 % ± 4"]
    assert told(Fraction(3, 5)) == ["60 %", "can't be harmed"]
    assert told(Fraction(3, 5), 0, Fraction(0), Note(ORC, "held")) == ["60 %", "held: 60 %"]
    assert told(Fraction(0)) == ["0 %"]


def test_what_puts_somebody_down_besides_the_last_of_its_health_is_named() -> None:
    _, found, _ = aiming()
    half, third = Fraction(1, 2), Fraction(1, 3)
    known = replace(
        found, harm=((ORC, 3.0, half),), notes=((Note(ORC, "surrenders"), third), (Note(ORC, "held"), third))
    )
    one = replace(known, falls=((ORC, (("surrenders", half),)),))
    assert [fact.text for fact in tell_aimed(one, ADA, ORC)][1:] == ["falls 50 %", "surrenders"]
    two = replace(known, falls=((ORC, (("surrenders", third), ("", half - third))),))
    assert [fact.text for fact in tell_aimed(two, ADA, ORC)][1:] == ["falls 50 %", "surrenders 33 %", "otherwise 17 %"]
    assert two.befalls(ORC) == ("held", third), "a fall is told as one, and not once more"


@pytest.mark.usefixtures("letters")
def test_what_may_befall_somebody_is_ringed_on_its_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Full bars do not tell of it; what it is already is not marked again."""
    stage, found, preview = aiming()
    assert stage.asked is not None
    lay_out(stage)
    box = body_box(stage.view, stage.scene.tokens[ORC])

    def drawn(chance: Chance) -> pygame.Surface:
        assert stage.asked is not None
        monkeypatch.setattr(stage.asked.forecast, "chance", lambda option: chance)
        monkeypatch.setattr("game.window.battle.target_forecast.tell_plate", lambda *_: [])
        target = pygame.Surface(SIZE)
        draw_forecast(stage.view, stage.asked, target, preview, FreeRoom(stage.panels.frame.board, []))
        return target.subsurface(box.inflate(box.width, 0))

    def rings(chance: Chance) -> int:
        return pygame.mask.from_threshold(drawn(chance), WARN, (1, 1, 1, 255)).count()

    plain = replace(found, notes=(), falls=(), bars=())
    held = replace(plain, notes=((Note(ORC, "held"), Fraction(1)),))
    out = replace(plain, falls=((ORC, (("surrenders", Fraction(1, 2)),)),))
    assert rings(plain) == 0 < rings(held) == rings(out)


@pytest.mark.parametrize(("rising", "mean", "most"), [(False, 2.0, 5), (True, 2.0, 5), (False, 0.0, 0)])
def test_what_may_be_lost_is_marked_in_a_bar(rising: bool, mean: float, most: int) -> None:
    """A bar of ten points, ten pixels each, of which six could still be lost, whether it falls or rises."""
    target, rect = pygame.Surface((120, 20)), pygame.Rect(10, 5, 100, 8)
    bar = Bar("Health", 4 if rising else 6, 10, rising=rising)
    draw_track(target, rect, bar)
    before = [target.get_at((x, 8))[:3] for x in range(10, 110)]
    mark_loss(target, rect, bar, mean, most)
    after = [target.get_at((x, 8))[:3] for x in range(10, 110)]
    changed = [x for x in range(100) if before[x] != after[x]]
    if not most:
        assert not changed
        return
    sure, maybe = range(40, 60), range(10, 40)
    assert all(after[x] == WHITE for x in sure), "on average"
    assert {after[x] == WHITE for x in maybe} == {True, False}, "at most, in strokes"
    assert set(changed) <= {*sure, *maybe}
    assert {before[x] for x in sure} == {GOOD}


def aiming() -> tuple[Stage, Chance, Any]:
    """Ada is about to strike Orc; what that comes to is known."""
    match = begin(duel())
    stage = stage_of(match)
    assert stage.asked is not None
    found = read_odds(odds(match, "strike Orc"))
    strike = stage.asked.choosing.question.options.find("strike Orc")
    return stage, found, stage.asked.previews.of(strike)


@pytest.mark.usefixtures("letters")
def test_the_plate_lies_beside_the_target_and_covers_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, found, preview = aiming()
    assert stage.asked is not None
    lay_out(stage)
    tokens = stage.scene.tokens
    others = [body_box(stage.view, token) for token in tokens.values()]
    room = FreeRoom(stage.panels.frame.board, others)
    where = stage.view, stage.asked, pygame.Surface(SIZE), preview, room
    monkeypatch.setattr(stage.asked.forecast, "chance", lambda option: None)
    draw_forecast(*where)
    assert room.taken == others, "not known yet"
    monkeypatch.setattr(stage.asked.forecast, "chance", lambda option: found)
    draw_forecast(*where)
    place = room.taken[-1]
    assert len(room.taken) == len(others) + 1 and room.within.contains(place)
    assert place.collidelist(others) < 0
    near = body_box(stage.view, tokens[ORC]).inflate(4 * place.width, 4 * place.height)
    assert near.contains(place)
    draw_forecast(*where)
    assert not room.taken[-1].colliderect(place), "what lies there already is not covered"


STACKS = {
    "column": [(9, 8), (9, 9), (9, 10), (9, 11)],
    "row": [(8, 9), (9, 9), (10, 9), (11, 9)],
    "block": [(9, 8), (10, 8), (9, 9), (10, 9)],
}


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("cells", STACKS.values(), ids=STACKS)
def test_names_of_bodies_side_by_side_touch_their_own_and_cover_nobody(
    cells: list[tuple[int, int]], size: tuple[int, int]
) -> None:
    ada, bea, orc, ulf = cells
    sides = (
        SideSetup("red", (Recruit("knight", "Ada", ada), Recruit("knight", "Bea", bea)), party=True),
        SideSetup("blue", (Recruit("thief", "Orc", orc), Recruit("thief", "Ulf", ulf))),
    )
    stage = stage_of(begin(Setup("duel", Field(24, 18), sides)))
    stage.fit(Typography(size[1] / 720), size)
    view, tokens = stage.view, stage.scene.tokens
    bodies = {who: body_box(view, token) for who, token in tokens.items()}
    room = FreeRoom(pygame.Rect((0, 0), size), list(bodies.values()))
    stage.layers.pieces.draw_names(pygame.Surface(size), view.camera, view.head, tokens, room)
    plates = room.taken[len(bodies) :]
    order = sorted(tokens.values(), key=lambda token: (-token.middle[1], token.middle[0]))
    assert len(plates) == len(tokens)
    for number, (token, plate) in enumerate(zip(order, plates, strict=True)):
        assert plate.colliderect(bodies[token.id].inflate(6, 6)), "it touches its bearer"
        assert plate.collidelist([*bodies.values(), *plates[:number]]) < 0


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("everybody", [False, True])
def test_no_label_on_the_board_covers_anybody_or_another_label(
    everybody: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four stand two and two over each other, and one of the lower two is aimed at."""
    crowd = Setup(
        "duel",
        Field(24, 18),
        (
            SideSetup("red", (Recruit("knight", "Ada", (9, 9)), Recruit("knight", "Bea", (9, 8))), party=True),
            SideSetup("blue", (Recruit("thief", "Orc", (10, 9)), Recruit("thief", "Ulf", (10, 8)))),
        ),
    )
    rooms: list[FreeRoom] = []

    def watched(within: pygame.Rect, taken: Sequence[pygame.Rect]) -> FreeRoom:
        rooms.append(FreeRoom(within, taken))
        return rooms[-1]

    monkeypatch.setattr(draw_battle, "FreeRoom", watched)
    stage = stage_of(begin(crowd))
    stage.view.names = everybody
    stage.view.cursor = stage.scene.aim_at_token(ORC)
    lay_out(stage)
    draw_battle.draw_battle(stage, pygame.Surface(SIZE))
    (room,) = rooms
    tokens = stage.scene.tokens.values()
    bodies = [body_box(stage.view, token) for token in tokens]
    labels = room.taken[len(bodies) :]
    assert len(labels) >= (4 if everybody else 1)
    for number, label in enumerate(labels):
        assert label.collidelist([*bodies, *labels[:number]]) < 0
        assert room.within.contains(label)


@pytest.mark.parametrize(("down", "striking"), [(Fraction(1), []), (Fraction(99, 100), [ORC])])
def test_of_who_falls_for_sure_no_blow_in_return_is_told(
    monkeypatch: pytest.MonkeyPatch, down: Fraction, striking: list[Id]
) -> None:
    stage, found, preview = aiming()
    assert stage.asked is not None
    harm = ((ORC, 5.0, down),)
    monkeypatch.setattr(stage.asked.forecast, "chance", lambda option: replace(found, harm=harm))
    monkeypatch.setattr(stage.asked.forecast, "answered", lambda option: ())
    monkeypatch.setattr(
        stage.asked.forecast, "return_attacks", lambda who, at, foes: dict.fromkeys(foes, Fraction(1, 2))
    )
    assert list(return_attacks_on(stage.view, stage.asked, preview)) == striking


@pytest.mark.parametrize(
    ("answered", "said"),
    [
        (Fraction(1), "falls for sure, hit or miss"),
        (Fraction(2, 3), "falls, unless somebody reacts, hit or miss"),
    ],
)
def test_nobody_falls_for_sure_whom_an_answer_may_save(
    monkeypatch: pytest.MonkeyPatch, answered: Fraction, said: str
) -> None:
    stage, found, preview = aiming()
    assert stage.asked is not None
    felled, saved = replace(found, harm=((ORC, 5.0, Fraction(1)),)), replace(found, harm=((ORC, 4.0, answered),))
    monkeypatch.setattr(stage.asked.forecast, "chance", lambda option: felled)
    monkeypatch.setattr(stage.asked.forecast, "answered", lambda option: (Answered("defend", ORC, True, saved),))
    monkeypatch.setattr(
        stage.asked.forecast, "return_attacks", lambda who, at, foes: dict.fromkeys(foes, Fraction(1, 2))
    )
    assert said in [fact.text for fact in tell_plate(stage.view, stage.asked, preview)]
    assert bool(return_attacks_on(stage.view, stage.asked, preview)) == (answered < 1)


def test_the_cursor_jumps_to_who_fights_before_who_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, _, _ = aiming()
    choosing, scene = stage.choosing, stage.scene
    assert choosing is not None
    monkeypatch.setattr(choosing, "targets", lambda: {ORC: [], ADA: []})
    orc, ada = scene.aim_at_token(ORC), scene.aim_at_token(ADA)
    assert choosing.stops() == [orc, ada]
    token = scene.tokens[ORC]
    down: Any = SimpleNamespace(standing=SimpleNamespace(up=False), middle=token.middle, side=token.side)
    monkeypatch.setattr(scene, "aim_at_token", lambda who: orc if who == ORC else ada)
    monkeypatch.setitem(scene.tokens, ORC, down)
    assert choosing.stops() == [ada, orc]


def test_of_answers_that_concern_whom_the_cursor_is_on_none_is_explained_until_its_row_is_picked_out() -> None:
    """What extra successes buy is done to whom they hit, and has a row for each."""
    stage = stage_of(Zoned({"fighter": "a"}, {"thug": "a"}).until("strike thug sword", "pass", pool(7, 3)).match)
    asked = stage.asked
    assert asked is not None
    asked.prompt = prompt_for(stage, asked, print)
    stage.view.cursor = stage.scene.aim_at_token(Id("thug"))
    assert len(asked.previews.meant(stage.view.cursor)) > 1
    assert previewed(stage.view, asked, stage.panels) is None
    lay_out(stage)
    asked.prompt.group.focus = asked.prompt.group.widgets[1]
    found = previewed(stage.view, asked, stage.panels)
    assert found is not None and found.option == asked.prompt.options[1] and not found.more
