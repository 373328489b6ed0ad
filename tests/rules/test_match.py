"""Answering, taking back, forking, going on from a checkpoint."""

from __future__ import annotations

from functools import reduce
from typing import Any

import msgspec
import pytest

from battlemat_duel import RULESET as DUEL
from battlemat_duel import Duel
from battlemat_duel.events import Struck
from battlemat_duel.sheet import DuelTable, Sheet
from game.kit.side_turns import SideTurn
from game.rules.events import Ended, Id, Left
from game.rules.match import Endless, Match, OutOfStep
from game.rules.questions import Answer, Choose, Impossible, Menu, Option, Roll, RulesetFault, Seat
from game.rules.state import State, evolve, state_hash
from game.spatial.field import Cell
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
