"""Answering, taking back, forking, going on from a checkpoint; throws and things at the table; events write state."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any

import msgspec
import pytest

from battlemat_duel import RULESET as DUEL
from battlemat_duel import Duel
from battlemat_duel.attack import harm
from battlemat_duel.events import Struck
from battlemat_duel.sheet import DuelBoard, DuelState, DuelTable, Sheet
from game.files.battlefile import write_battle
from game.kit.side_turns import SideTurn
from game.rules.dice import EACH, Successes
from game.rules.events import (
    Changed,
    Drawn,
    EdgeChanged,
    Ended,
    Event,
    Id,
    Left,
    Moved,
    Rolled,
    RoundBegan,
    Ruled,
    Said,
    ThingPlaced,
    ThingTaken,
    TurnChanged,
)
from game.rules.match import Endless, Match, OutOfStep
from game.rules.odds import odds
from game.rules.questions import Answer, Choose, Impossible, Menu, Option, Roll, RulesetFault, Seat
from game.rules.setup import Setup, laid_out
from game.rules.state import State, Thing, Verdict, evolve, state_hash
from game.rules.table import Board, Table
from game.spatial.field import Cell, Edge, Feature, Field
from game.spatial.space import Space
from tests.rules.battles import DuelMatch, begin, brawl, duel, play_out

ADA, ORC = Id("Ada"), Id("Orc")
HIT: tuple[Answer, ...] = ("strike Orc", (15,), "pass", (5,))


def asked(match: DuelMatch) -> tuple[Any, ...]:
    """What waits, in a form that can be compared."""
    question = match.pending
    if isinstance(question, Choose):
        return (question.seat, question.why, tuple(question.options.all_keys()), question.kind)
    return (question,)


def everything(match: DuelMatch) -> tuple[Any, ...]:
    """All that an undo must bring back."""
    return (
        asked(match),
        match.state,
        match.checkpoint,
        match.since,
        tuple(match.history),
        tuple(match.events),
        tuple(match.marks),
        tuple(match.hashes),
        match.steps,
        match.over,
    )


def give(match: DuelMatch, *answers: Answer) -> DuelMatch:
    for answer in answers:
        match.answer(answer)
    return match


def test_a_blow_from_question_to_question() -> None:
    match = begin(duel())
    assert asked(match)[:2] == ("red", "Ada: what?")
    match.answer("strike Orc")
    assert asked(match) == (Roll("d20", "Ada strikes at Orc", ADA),)
    match.answer((15,))
    assert asked(match) == ("blue", "Orc: Ada rolled 19, parry?", ("pass", "parry"), "react")
    assert not any(isinstance(event, Struck) for event in match.events), "the window opens before the blow lands"
    match.answer("pass")
    assert match.events[-1] == Struck(ADA, ORC, 19, True)
    match.answer((5,))
    assert match.board.now(ORC).sheet.hp == 2


def test_a_parry_turns_a_blow() -> None:
    match = give(begin(duel()), "strike Orc", (12,), "parry")
    assert isinstance(match.pending, Choose), "no damage is rolled"
    assert match.state.combatants[ORC].sheet.hp == 7


@pytest.mark.parametrize("answer", ["strike Ada", "", "run 1,1", (3,), "move 2,1", None, 7])
def test_a_foreign_answer_changes_nothing(answer: Any) -> None:
    match = begin(duel())
    before = everything(match)
    with pytest.raises(Impossible):
        match.answer(answer)
    assert everything(match) == before


@pytest.mark.parametrize("faces", ["pass", (21,), (0,), (3, 3), ()])
def test_foreign_faces_change_nothing(faces: Any) -> None:
    match = give(begin(duel()), "strike Orc")
    before = everything(match)
    with pytest.raises(Impossible):
        match.answer(faces)
    assert everything(match) == before


def test_when_the_battle_is_over_no_answer_is_possible() -> None:
    match = give(begin(duel()), "strike Orc", (15,), "pass", (8,))
    assert match.over and match.pending is None
    assert match.events[-2:] == [Left(ORC, "down"), Ended("red", "no enemy is left fighting")]
    with pytest.raises(Impossible, match="over"):
        match.answer("end")


@pytest.mark.parametrize("seed", range(3))
def test_undo_at_every_point_brings_everything_back(seed: int) -> None:
    whole = play_out(begin(brawl()), seed)
    match = begin(brawl())
    trail = [everything(match)]
    for answer in whole.history:
        match.answer(answer)
        trail.append(everything(match))
    for earlier in reversed(trail[:-1]):
        match.undo()
        assert everything(match) == earlier
    for answer in whole.history:
        match.answer(answer)
    assert everything(match) == trail[-1]


def test_undo_of_many_answers_at_once() -> None:
    whole = play_out(begin(brawl()), 3)
    match = give(begin(brawl()), *whole.history)
    for keep in range(0, len(whole.history), 7):
        match = give(begin(brawl()), *whole.history)
        match.undo(len(whole.history) - keep)
        assert everything(match) == everything(give(begin(brawl()), *whole.history[:keep]))


@pytest.mark.parametrize("count", [1, 2, 99, -1])
def test_nothing_to_take_back(count: int) -> None:
    match = begin(duel())
    before = everything(match)
    with pytest.raises(Impossible):
        match.undo(count)
    assert everything(match) == before


def test_a_fork_in_the_middle_of_a_blow_disturbs_nothing() -> None:
    match = give(begin(duel()), "strike Orc", (15,))
    before = everything(match)
    fork = match.fork()
    assert asked(fork) == asked(match)
    assert fork.state == match.state
    assert fork.since == match.since
    give(fork, "pass", (8,))
    assert fork.over
    assert everything(match) == before
    give(match, "parry")
    assert not match.over
    with pytest.raises(Impossible):
        fork.undo()


def test_forks_of_forks_go_their_own_ways() -> None:
    match = give(begin(duel()), "strike Orc")
    ends = []
    for face in (2, 15):
        fork = match.fork()
        fork.answer((face,))
        again = fork.fork()
        again.answer("pass")
        ends.append(asked(again))
    assert ends[0] != ends[1]


def test_a_halted_fork_ends_with_its_step() -> None:
    fork = begin(duel()).fork(halt=True)
    give(fork, *HIT)
    assert fork.pending is None
    assert not fork.over
    assert fork.checkpoint.combatants[ORC].sheet.hp == 2


def test_a_fork_of_a_battle_that_is_over_is_over() -> None:
    match = play_out(begin(brawl()), 4)
    assert match.fork().over and match.fork().pending is None


@pytest.mark.parametrize("seed", range(2))
def test_checkpoint_and_answers_since_are_the_whole_battle(seed: int) -> None:
    """What a save keeps, written and read at every question."""
    whole = play_out(begin(brawl()), seed)
    match = begin(brawl())
    for count, answer in enumerate(whole.history):
        match.pending  # noqa: B018 - a battle wakes when it is looked at
        kept = msgspec.json.encode(match.checkpoint)
        checkpoint = msgspec.json.decode(kept, type=State[Sheet, SideTurn, Cell])
        loaded: DuelMatch = Match.resume(
            DUEL, brawl(), Space(brawl().field), checkpoint, whole.history[:count], len(match.since), match.hashes
        )
        assert (asked(loaded), loaded.state, loaded.since) == (asked(match), match.state, match.since)
        assert list(loaded.state.combatants) == list(match.state.combatants)
        give(loaded, *whole.history[count:])
        assert state_hash(loaded.state) == state_hash(whole.state)
        assert loaded.hashes == whole.hashes
        match.answer(answer)


@pytest.mark.parametrize("seed", range(2))
def test_a_resumed_battle_can_be_taken_back_to_its_start(seed: int) -> None:
    whole = play_out(begin(brawl()), seed)
    for count in range(0, len(whole.history) + 1, 5):
        match = give(begin(brawl()), *whole.history[:count])
        match.pending  # noqa: B018
        loaded: DuelMatch = Match.resume(
            DUEL, brawl(), match.ground, match.checkpoint, match.history, len(match.since), match.hashes
        )
        for back in range(1, count + 1):
            loaded.undo()
            match.undo()
            assert asked(loaded) == asked(match), back
            assert loaded.state == match.state
            assert loaded.hashes == match.hashes
            assert loaded.history == match.history


def test_recall_puts_the_earlier_events_back() -> None:
    match = give(begin(duel()), *HIT, "end", "end", "strike Orc")
    loaded: DuelMatch = Match.resume(
        DUEL, duel(), match.ground, match.checkpoint, match.history, len(match.since), match.hashes
    )
    held = loaded.events
    loaded.recall()
    assert loaded.events is held
    assert everything(loaded) == everything(match)
    loaded.recall()
    assert everything(loaded) == everything(match)


def test_a_past_that_leads_elsewhere_is_not_gone_back_to() -> None:
    match = give(begin(duel()), *HIT, "end", "end", "strike Orc")
    history = [*HIT[:3], (4,), *match.history[4:]]
    loaded: DuelMatch = Match.resume(DUEL, duel(), match.ground, match.checkpoint, history, 1, match.hashes)
    loaded.undo()
    before = everything(loaded)
    with pytest.raises(OutOfStep, match="another battle"):
        loaded.undo()
    assert everything(loaded) == before
    loaded.answer("strike Orc")
    broken: DuelMatch = Match.resume(DUEL, duel(), match.ground, match.checkpoint, ["nonsense"] * 7, 0, match.hashes)
    with pytest.raises(OutOfStep, match="nonsense"):
        broken.undo()


def test_answers_that_do_not_fit_the_checkpoint_are_out_of_step() -> None:
    start = DUEL.begin(duel())
    for answers in (["strike Ada"], ["strike Orc", "pass"], [(4,)]):
        match: DuelMatch = Match(DUEL, duel(), Space(duel().field), start, answers)
        with pytest.raises(OutOfStep):
            match.pending  # noqa: B018
    ended: DuelMatch = Match(DUEL, duel(), Space(duel().field), start, [*HIT[:3], (8,), "end"])
    with pytest.raises(OutOfStep, match="over"):
        ended.pending  # noqa: B018


@pytest.mark.parametrize("seed", range(2))
def test_events_alone_rebuild_the_state(seed: int) -> None:
    match = play_out(begin(brawl()), seed)
    assert reduce(evolve, match.events, DUEL.begin(brawl())) == match.state


def test_hashes_are_taken_once_a_round() -> None:
    match = play_out(begin(brawl()), 1)
    rounds = [number for number, _ in match.hashes]
    assert rounds == list(range(1, len(rounds) + 1))
    assert len({text for _, text in match.hashes}) == len(rounds)


class Nagging(Duel):
    """Asks for ever."""

    async def step(self, table: DuelTable) -> None:
        while True:
            await table.choose(Seat("red"), "Again?", [Option("yes", True, "Yes")])


class Offerless(Duel):
    """Asks with nothing to choose from, at once or when somebody looks."""

    def __init__(self, menu: Menu[bool]) -> None:
        self.menu = menu

    async def step(self, table: DuelTable) -> None:
        await table.choose(Seat("red"), "And now?", self.menu)


class Silent(Duel):
    """Never asks, never ends."""

    async def step(self, table: DuelTable) -> None:
        return None


class Watchful(Duel):
    """Looks at the battle before each of two rolls a step."""

    def __init__(self) -> None:
        self.looks = 0

    async def step(self, table: DuelTable) -> None:
        for why in ("first", "second"):
            before = table.once(lambda: self.look(table))
            table.set(ADA, hp=before - await table.roll("d6", why))

    def look(self, table: DuelTable) -> int:
        self.looks += 1
        return table.now(ADA).sheet.hp


def test_a_fork_is_told_what_was_found_on_the_way_and_finds_the_rest() -> None:
    rules = Watchful()
    match = give(Match.begin(rules, duel()), (1,))
    assert rules.looks == 2
    for face in (2, 3):
        fork = match.fork(halt=True).fork(halt=True)
        fork.answer((face,))
        assert fork.state.combatants[ADA].sheet.hp == 12 - 1 - face
    assert rules.looks == 2, "both looks of the step lie before the fork"
    fork = match.fork()
    give(fork, (4,), (1,))
    assert fork.state.combatants[ADA].sheet.hp == 12 - 1 - 4 - 1
    assert rules.looks == 4, "the next step has two of its own"


def test_what_was_found_in_a_step_is_nothing_to_the_next() -> None:
    rules = Watchful()
    halted = Match.begin(rules, duel()).fork(halt=True)
    give(halted, (1,), (2,))
    after = halted.fork()
    after.answer((3,))
    assert after.state.combatants[ADA].sheet.hp == 12 - 1 - 2 - 3
    match = give(Match.begin(rules, duel()), (1,), (2,), (3,))
    match.undo(2)
    give(match, (5,), (6,))
    assert match.state.combatants[ADA].sheet.hp == 12 - 1 - 5 - 6


def test_a_step_that_asks_without_end_is_stopped() -> None:
    match = Match.begin(Nagging(), duel())
    with pytest.raises(Endless, match="Again"):
        for _ in range(6000):
            match.answer("yes")


def test_steps_that_never_ask_are_stopped() -> None:
    with pytest.raises(Endless, match="asked nothing"):
        Match.begin(Silent(), duel()).pending  # noqa: B018


def test_a_question_that_offers_nothing_is_the_ruleset_s_fault_and_says_so() -> None:
    with pytest.raises(RulesetFault, match=r"duel: a question offers nothing: And now\?; offer at least"):
        Match.begin(Offerless(Menu([])), duel()).pending  # noqa: B018
    match = Match.begin(Offerless(Menu.later(lambda _: ([], []))), duel())
    question = match.pending
    assert isinstance(question, Choose)
    with pytest.raises(RulesetFault, match="offers nothing"):
        len(question.options)


# --- Throws, draws and things at the table: what is asked, what is told, what stands about from the start ---

CARDS = ("queen", "7", "3")


class Deck(Duel):
    """A duel with cards: whoever draws the queen first harms the other by as many dice of three as show five or six."""

    async def step(self, table: DuelTable) -> None:
        await table.choose(Seat("red"), "What?", [Option("draw", "draw", "Draw")])
        left: tuple[str, ...] = CARDS
        for who, foe in ((ADA, ORC), (ORC, ADA)):
            drawn = await table.draw(left, "initiative", who)
            if left[drawn] == "queen":
                won = Successes(5).of(await table.throw("3d6", "harm", who, Successes(5)))
                if won:
                    harm(table, foe, won)
            left = (*left[:drawn], *left[drawn + 1 :])


def begun() -> DuelMatch:
    match: DuelMatch = Match.begin(Deck(), duel())
    match.answer("draw")
    return match


def test_a_draw_asks_for_one_of_the_cards_left() -> None:
    match = begun()
    assert match.pending == Roll("d3", "initiative", ADA, names=CARDS)
    match.answer((2,))
    assert match.pending == Roll("d2", "initiative", ORC, names=("queen", "3"))
    assert match.events[-1] == Drawn("7", 3, "initiative", ADA)
    with pytest.raises(Impossible):
        match.answer((3,))


def test_what_is_thrown_is_told_with_what_was_read_in_it() -> None:
    match = begun()
    match.answer((1,))
    assert match.pending == Roll("3d6", "harm", ADA, Successes(5))
    match.answer((5, 1, 6))
    assert Rolled("3d6", (5, 1, 6), "harm", ADA, read="2 successes", idle=(1,)) in match.events
    assert match.pending != Roll("3d6", "harm", ADA, EACH), "a roll is what is read in it, too"


class Lot(Duel):
    """A duel in which a lot falls in secret on one of three."""

    async def step(self, table: DuelTable) -> None:
        await table.choose(Seat("red"), "What?", [Option("draw", "draw", "Draw")])
        harm(table, ORC, await table.roll_in_secret("d3", "lot", ADA))


def test_nobody_is_told_of_a_roll_in_secret_and_odds_know_it() -> None:
    match: DuelMatch = Match.begin(Lot(), duel())
    assert odds(match, "draw").mean_harm(ORC) == 2
    match.answer("draw")
    assert match.pending == Roll("d3", "lot", ADA, secret=True)
    before = len(match.events)
    match.answer((3,))
    assert not any(isinstance(event, Rolled) for event in match.events[before:])


def test_odds_of_cards_and_pools_are_exact() -> None:
    """Each of two draws the queen one time in three; the harm is one on average."""
    found = odds(Match.begin(Deck(), duel()), "draw")
    assert not found.sampled
    assert found.mean_harm(ORC) == found.mean_harm(ADA) == Fraction(1, 3)


def test_a_battle_file_names_the_cards() -> None:
    match = begun()
    match.answer((2,))
    text = write_battle(match)
    assert "\nd3 initiative [queen | 7 | 3]\n> 2\n= Drawn(card='7', left=3, why='initiative', who='Ada')\n" in text


def test_things_of_a_map_lie_at_the_first_cell_of_their_feature() -> None:
    bench = Feature("f1", "thing", ((3, 1), (4, 1)), "A bench", thing="bench")
    field = Field(6, 3, features=(bench, Feature("f2", "fire", ((0, 0),)), Feature("f3", "thing", (), thing="stool")))
    assert laid_out(field) == {"f1": Thing("f1", "bench", (3, 1))}


# --- Events write state, and nothing else does ---


def start() -> DuelState:
    return DUEL.begin(duel())


def test_a_move() -> None:
    assert evolve(start(), Moved(ADA, (1, 1), (3, 2), "push")).combatants[ADA].at == (3, 2)


class Hopped(Moved, frozen=True):
    """A kind of move of a ruleset's own."""


def test_a_kind_of_move_writes_as_a_move() -> None:
    assert evolve(start(), Hopped(ADA, (1, 1), (3, 2))).combatants[ADA].at == (3, 2)


def test_a_change_of_a_sheet() -> None:
    after = evolve(start(), Changed(ADA, {"hp": 3, "hidden": True}))
    assert (after.combatants[ADA].sheet.hp, after.combatants[ADA].sheet.hidden) == (3, True)
    assert after.combatants[ORC] is not None


def test_a_change_of_somebody_who_has_left() -> None:
    gone = evolve(start(), Left(ORC, "down"))
    after = evolve(gone, Changed(ORC, {"hp": 1}))
    assert after.gone[ORC].sheet.hp == 1 and list(after.combatants) == [ADA]
    assert gone.gone[ORC].sheet.hp != 1


def test_a_change_of_the_turn() -> None:
    assert evolve(start(), TurnChanged({"round": 4})).turn == SideTurn(("red", "blue"), 0, 4)


def test_leaving() -> None:
    after = evolve(start(), Left(ORC, "down"))
    assert list(after.combatants) == [ADA]
    assert after.gone[ORC] == start().combatants[ORC]


def test_doors_things_rulings_and_the_end() -> None:
    state = start()
    for event in (EdgeChanged("b", True), EdgeChanged("a", True), EdgeChanged("b", False), EdgeChanged("a", True)):
        state = evolve(state, event)
    assert state.open_edges == ("a",)
    state = evolve(evolve(state, ThingPlaced("t1", "torch", (2, 2))), ThingPlaced("t2", "rope", (0, 0)))
    assert state.things["t1"] == Thing("t1", "torch", (2, 2))
    assert list(evolve(state, ThingTaken("t1")).things) == ["t2"]
    state = evolve(state, Ruled("stumble", "reel", "Ada rolled a 1: No parry this round"))
    assert state.rulings == {"stumble": "reel"}
    assert evolve(state, Ended(None, "dark")).verdict == Verdict(None, "dark")


def test_events_that_only_tell_write_nothing() -> None:
    state = start()
    for event in (Said("Hush"), RoundBegan(3)):
        assert evolve(state, event) is state


def test_states_that_differ_have_hashes_that_differ() -> None:
    state = start()
    other = evolve(state, Changed(ADA, {"hp": 3}))
    assert state_hash(state) == state_hash(start())
    assert state_hash(state) != state_hash(other)
    assert len(state_hash(state)) == 16


def test_a_state_survives_being_written_and_read() -> None:
    state = evolve(evolve(start(), Left(ORC, "down")), EdgeChanged("a", True))
    again = msgspec.json.decode(msgspec.json.encode(state), type=State[Sheet, SideTurn, Cell])
    assert again == state and list(again.combatants) == list(state.combatants)


def table() -> tuple[DuelTable, list[Event]]:
    events: list[Event] = []
    return Table(start(), duel(), Space(duel().field), events.append), events


def test_a_table_notes_only_what_really_changes() -> None:
    at, events = table()
    at.set(ADA, hp=12, hidden=False)
    at.set_turn(round=1)
    assert events == []
    at.set(ADA, hp=11, hidden=False)
    at.set_turn(round=2, current=0)
    assert events == [Changed(ADA, {"hp": 11}), TurnChanged({"round": 2})]
    with pytest.raises(AttributeError):
        at.set(ADA, wings=2)  # type: ignore[call-arg]


def test_combatants_are_read_again_in_a_loop() -> None:
    at, _ = table()
    seen: list[tuple[str, int]] = []
    for c in at.fresh([ADA, ORC]):
        seen.append((c.id, c.sheet.hp))
        if c.id == ADA:
            at.set(ORC, hp=1)
    assert seen == [("Ada", 12), ("Orc", 1)]
    at.emit(Left(ORC, "down"))
    assert [c.id for c in at.fresh([ADA, ORC])] == ["Ada"]
    assert at.now(ORC).sheet.hp == 1


def test_the_space_of_a_board_follows_its_doors() -> None:
    door = Edge("gate", (2, 0), (2, 3), "door", "closed")
    setup = Setup("duel", Field(4, 3, edges=(door,)), duel().sides)
    events: list[Any] = []
    at: DuelTable = Table(DUEL.begin(setup), setup, Space(setup.field), events.append)
    assert not at.space.sees((1, 1), (2, 1))
    at.emit(EdgeChanged("gate", True))
    assert at.space.sees((1, 1), (2, 1))
    assert at.space is at.space
    shut: DuelBoard = Board(start(), setup, at.space)
    assert not shut.space.sees((1, 1), (2, 1)), "the ground may be given in any state of its doors"
