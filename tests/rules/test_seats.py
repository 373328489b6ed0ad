"""Playing with seats, what each side sees of a fighter in hiding, and how somebody fares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from battlemat_duel import RULESET as DUEL
from battlemat_duel.events import Hurt
from game.files.battlefile import replay
from game.rules.events import Appeared, Changed, Event, Id, Left, Moved, Said, Vanished
from game.rules.match import AnyMatch, HouseReferee, Match, Order, Orders
from game.rules.odds import SampleSequence, leave_it
from game.rules.questions import REFEREE, Choose, Menu, Option, QuestionKind, Roll, Seat
from game.rules.ruleset import ObjectiveProgress
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.rules.standing import Bar, Boxes, Gear, Mark, Pool, Slot, Standing, called
from game.rules.state import state_hash
from game.rules.table import AnyBoard
from game.rules.visibility import SideVisibility
from game.spatial.field import Field
from game.spatial.space import Space
from tests.rules.battles import DuelMatch, begin, duel, installed

RED, BLUE = Seat("red"), Seat("blue")


def window(*, matters: bool = True, acts: int = 1, kind: QuestionKind = "react", idle: str = "pass") -> Choose[Any]:
    """A reaction that may be left."""
    options = [Option("pass", 0, "Let it be")]
    options += [Option(f"act {n}", n, "Act", matters=matters) for n in range(acts)]
    return Choose(RED, "Now?", Menu(options), kind, topic="parry", idle=idle)


@pytest.mark.parametrize(
    ("order", "question", "answer"),
    [
        ("ask", window(matters=False), None),
        ("never", window(), "pass"),
        ("always", window(), "act 0"),
        ("always", window(matters=False), "act 0"),
        ("always", window(acts=2), None),
        ("matters", window(), None),
        ("matters", window(matters=False), "pass"),
        ("always", window(acts=0), "pass"),
        ("ask", window(acts=0), "pass"),
        ("never", window(kind="act"), None),
        ("never", window(idle=""), None),
    ],
)
def test_standing_orders(order: Order, question: Choose[Any], answer: str | None) -> None:
    assert Orders(order).settle(question) == answer
    assert Orders("ask", {"parry": order}).settle(question) == answer
    assert Orders(order, {"snap": "ask"}).settle(question) == answer


@pytest.mark.parametrize(("order", "answer"), [("always", "act 0"), ("never", "pass"), ("matters", "pass")])
def test_an_order_goes_by_what_declines_even_where_a_seat_that_says_nothing_acts(order: Order, answer: str) -> None:
    question = structs.replace(window(matters=False, idle="act 0"), declines="pass")
    assert Orders(order).settle(question) == answer


def test_where_no_answer_does_nothing_an_order_not_to_be_asked_means_what_comes_by_itself() -> None:
    question = window(idle="act 0")
    assert question.declines == "" and question.left_alone == "act 0"
    assert Orders("never").settle(question) == "act 0"
    assert Orders("ask").settle(question) is None


def test_orders_by_topic_come_before_the_general_one() -> None:
    assert Orders("never", {"parry": "ask"}).settle(window()) is None
    assert Orders("ask", {"parry": "never"}).settle(window()) == "pass"


def test_an_option_may_have_a_topic_of_its_own() -> None:
    options = [Option("pass", 0, "Let it be"), Option("snap", 1, "Snap", topic="snap"), Option("parry", 2, "Parry")]
    both = Choose(RED, "Now?", Menu(options), "react", topic="parry", idle="pass")
    assert Orders("ask", {"parry": "never", "snap": "always"}).settle(both) == "snap"
    assert Orders("ask", {"parry": "always", "snap": "never"}).settle(both) == "parry"
    assert Orders("never", {"snap": "ask"}).settle(both) is None


def test_orders_meet_a_real_window() -> None:
    """Against a guard of 13 with a parry of 4 more, a total of 20 cannot be parried and one of 16 can."""
    for face, matters in ((16, False), (12, True)):
        match = begin(duel())
        match.answer("strike Orc")
        match.answer((face,))
        assert isinstance(match.pending, Choose)
        assert Orders("matters").settle(match.pending) == (None if matters else "pass")


def test_a_ruling_is_the_houses_or_a_persons() -> None:
    """Asked only when the set-up says so; the answer is part of the state."""
    for setup, said in ((duel(), "nothing"), (duel(stumble="reel"), "reel")):
        match = begin(setup)
        match.answer("strike Orc")
        match.answer((1,))
        assert match.state.rulings == {"stumble": said}
    for answer in ("nothing", "reel"):
        match = begin(duel(stumble="ask"))
        match.answer("strike Orc")
        match.answer((1,))
        question = match.pending
        assert isinstance(question, Choose)
        assert (question.seat, question.kind, question.topic) == (REFEREE, "ruling", "stumble")
        assert HouseReferee().answer(match, question) == "nothing"
        match.answer(answer)
        assert match.state.rulings == {"stumble": answer}
        assert match.state.combatants[next(iter(match.state.combatants))].sheet.parry == (answer == "nothing")


BATTLES = sorted((Path(__file__).parents[1] / "battles").glob("*/*.battle"))
PLAYS = 24
"""Rows of dice that are tried."""


def out_of_turn(path: Path) -> Iterator[tuple[AnyMatch, Choose[object]]]:
    """The questions out of turn of a recorded battle, with the battle as it stood."""
    full = replay(path)
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    for answer in full.history:
        question = match.pending
        if isinstance(question, Choose) and question.kind == "react" and question.declines:
            yield match, question
        match.answer(answer)


def agree(match: AnyMatch, question: Choose[object]) -> str:
    """Let others take what they are offered."""
    takes = [option.key for option in question.options.singles if option.key != question.declines]
    return takes[0] if question.kind == "react" and takes else leave_it(match, question)


def end(match: AnyMatch, key: str, row: int) -> str:
    """How a battle stands when all that follows on an answer is over, by one row of dice."""
    play, dice = match.fork(halt=True), SampleSequence(row)
    play.answer(key)
    while (question := play.pending) is not None:
        if isinstance(question, Roll):
            play.answer(dice.faces(question))
        else:
            play.answer((agree if row % 2 else leave_it)(play, question))
    return state_hash(play.checkpoint)


def test_many_questions_are_put_and_others_settled() -> None:
    with installed():
        settled = [Orders("matters").settle(question) for path in BATTLES for _, question in out_of_turn(path)]
    assert settled.count(None) > 60 and len(settled) > settled.count(None)


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_question_is_put_whose_answers_come_to_the_same(path: Path) -> None:
    with installed():
        for match, question in out_of_turn(path):
            if Orders("matters").settle(question) is not None:
                continue
            ends = {option.key: [end(match, option.key, row) for row in range(PLAYS)] for option in question.options}
            telling = [option for option in question.options if option.matters and option.key != question.declines]
            assert any(ends[option.key] != ends[question.declines] for option in telling), question.why


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_answered_for_a_person_unasked_takes_nothing(path: Path) -> None:
    with installed():
        for _, question in out_of_turn(path):
            settled = Orders("matters").settle(question)
            assert question.options.find(question.declines).price == ""
            assert settled in (None, question.declines)


# --- What each side sees of a fighter in hiding ---

ADA, ORC, IMP = Id("Ada"), Id("Orc"), Id("Imp")


def ambush() -> Setup:
    """An imp lies in ambush beside Ada's way; the orc is in the open."""
    return Setup(
        "duel",
        Field(8, 3),
        (
            SideSetup("red", (Recruit("knight", "Ada", (0, 1)),), party=True),
            SideSetup("blue", (Recruit("thief", "Orc", (7, 1)), Recruit("thief", "Imp", (3, 2), hidden=True))),
        ),
    )


def witnessed(setup: Setup, events: list[Event], side: str) -> list[tuple[AnyBoard, Event]]:
    """The events that a side witnesses, each with the battle before it as the side knows it."""
    witness = SideVisibility(DUEL, setup, Space(setup.field), DUEL.begin(setup), side)
    return [pair for event in events for pair in witness.see(event)]


def seen(match: DuelMatch, side: str) -> list[Event]:
    return [event for _, event in witnessed(match.setup, match.events, side)]


def test_an_ambush_is_seen_when_it_breaks_and_not_before() -> None:
    match = begin(ambush())
    for answer in ("move 3,1", "yes", (14,), "pass", (2, 2)):
        match.answer(answer)
    red = seen(match, "red")
    assert red[1:4] == [Moved(ADA, (0, 1), (1, 1)), Moved(ADA, (1, 1), (2, 1)), Appeared(IMP, (3, 2))]
    assert red[4] == Changed(IMP, {"hidden": False})
    assert not any(isinstance(event, Appeared) for event in seen(match, "blue"))


def test_what_a_hidden_fighter_does_is_not_told() -> None:
    setup = ambush()
    events: list[Event] = [
        Moved(IMP, (3, 2), (4, 2)),
        Hurt(IMP, 1),
        Said("Somebody hurts Imp"),
        Said("Imps are small"),
        Said("Half-Imp walks by"),
        Hurt(ORC, 1),
        Left(IMP, "fled"),
    ]
    told = [event for _, event in witnessed(setup, events, "red")]
    assert told == [Said("Imps are small"), Said("Half-Imp walks by"), Hurt(ORC, 1)]
    own = [event for _, event in witnessed(setup, events, "blue")]
    assert own == events


def test_boards_hold_only_the_known() -> None:
    setup = ambush()
    events: list[Event] = [Hurt(ORC, 1), Left(IMP, "fled"), Hurt(ADA, 1), Left(ORC, "down"), Hurt(ADA, 1)]
    told = witnessed(setup, events, "red")
    assert [event for _, event in told] == [Hurt(ORC, 1), Hurt(ADA, 1), Left(ORC, "down"), Hurt(ADA, 1)]
    for board, _ in told:
        assert IMP not in board.state.combatants and IMP not in board.state.gone
    assert ORC in told[-1][0].state.gone


def test_who_hides_vanishes_and_where_it_comes_from_is_not_told() -> None:
    setup = ambush()
    witness = SideVisibility(DUEL, setup, Space(setup.field), DUEL.begin(setup), "red")
    hides = [event for _, event in witness.see(Changed(ORC, {"hidden": True}))]
    assert hides == [Changed(ORC, {"hidden": True}), Vanished(ORC)]
    assert witness.see(Moved(ORC, (7, 1), (6, 1))) == []
    shows = [event for _, event in witness.see(Changed(ORC, {"hidden": False}))]
    assert shows == [Appeared(ORC, (6, 1)), Changed(ORC, {"hidden": False})]
    assert witness.known == {ADA, ORC}


def test_a_move_into_knowledge_tells_only_where_it_ends() -> None:
    class Near(type(DUEL)):  # type: ignore[misc]
        """Knows who is west of column 5."""

        def seen_by(self, board: object, side: str) -> list[Id]:
            return [c.id for c in board.state.combatants.values() if c.at[0] < 5]  # type: ignore[attr-defined]

    setup = ambush()
    witness = SideVisibility(Near(), setup, Space(setup.field), DUEL.begin(setup), "red")
    assert [e for _, e in witness.see(Moved(ORC, (7, 1), (4, 1)))] == [Appeared(ORC, (4, 1))]
    assert [e for _, e in witness.see(Moved(ORC, (4, 1), (3, 1)))] == [Moved(ORC, (4, 1), (3, 1))]
    assert [e for _, e in witness.see(Moved(ORC, (3, 1), (6, 1)))] == [Vanished(ORC)]


# --- How somebody fares, in numbers and in words ---


def somebody(*bars: Bar, **more: object) -> Standing:
    return Standing(name="Ann", icon="mage", number=0, kind="mage", size=1, up=True, bars=bars, **more)  # type: ignore[arg-type]


def test_one_bar_is_told_by_its_numbers_alone() -> None:
    hurt = somebody(Bar("HP", 5, 8))
    assert (hurt.health, hurt.full, hurt.brief, hurt.fares) == (5, 8, "5/8", ("5/8",))


def test_several_bars_are_named_and_add_up() -> None:
    """Endurance goes before health, and what can still be lost is both."""
    tired = somebody(Bar("Endurance", 2, 6, "guard"), Bar("Health", 8, 8))
    assert (tired.health, tired.full, tired.brief) == (10, 14, "2/6  8/8")
    assert tired.fares == ("Endurance 2/6", "Health 8/8")
    assert [bar.hurt for bar in tired.bars] == [True, False]


def test_a_track_of_harm_is_worst_when_full() -> None:
    harmed = somebody(Bar("Harm", 2, 5, rising=True), Bar("Fear", 0, 4, "mind", rising=True))
    assert (harmed.health, harmed.full) == (7, 9)
    assert harmed.brief == "Harm 2 of 5 taken", "the bare numbers would be read as what is left"
    assert harmed.fares == ("Harm 2 of 5 taken", "Fear 0 of 4 taken")
    assert somebody(Bar("Harm", 0, 5, rising=True), Bar("Fear", 0, 4, "mind", rising=True)).brief == "unhurt"
    assert [bar.hurt for bar in harmed.bars] == [True, False]


def test_pools_and_conditions_are_told_after_the_bars() -> None:
    shown = somebody(
        Bar("HP", 5, 8), pools=(Pool("Focus", 1, 3), Pool("Luck", 2)), marks=(Mark("bleeding", 3), Mark("prone"))
    )
    assert shown.fares == ("5/8", "Focus 1/3", "Luck 2", "bleeding 3", "prone")
    assert shown.words == ("bleeding", "prone"), "a condition stays the same when its number changes"


def test_whoever_has_no_bar_has_no_numbers() -> None:
    crowd = somebody()
    assert (crowd.health, crowd.full, crowd.brief, crowd.fares) == (0, 0, "", ())
    assert Slot(Id("Ann")).badge == "" and called(crowd) == "Ann"


def test_gear_is_told_with_its_notches_once_it_has_some() -> None:
    assert Gear("In hand", "sword", 2, 3).told == "sword, 2 of 3 notches"
    assert Gear("In hand", "sword", 0, 3).told == Gear("In hand", "sword").told == "sword"


def test_after_a_battle_what_was_left_to_spend_no_longer_matters() -> None:
    shown = Standing(
        name="Ada",
        icon="",
        number=0,
        kind="hero",
        size=1,
        up=False,
        bars=(Bar("Endurance", 0, 6), Bar("Health", 2, 8)),
        pools=(Pool("Focus", 1, 3),),
        marks=(Mark("bleeding", 3),),
    )
    assert shown.came_out == ("Endurance 0/6", "Health 2/8", "down", "bleeding 3")


def test_after_a_battle_a_track_is_told_without_its_rows() -> None:
    track = Bar("Physical", 3, 9, rising=True, rows=(Boxes("lesser", 1, 2), Boxes("moderate", 1, 2)))
    assert somebody(track).fares == ("Physical 3 of 9 taken (1 of 2 lesser, 1 of 2 moderate)",)
    assert somebody(track).came_out == ("Physical 3 of 9 taken",)


@pytest.mark.parametrize(
    ("marks", "yielded", "told"),
    [
        ((Mark("dead", incapacity="lifeless"),), False, ("dead",)),
        ((Mark("asleep", incapacity="senseless"), Mark("held")), False, ("asleep", "held")),
        ((Mark("surrendered"),), True, ("surrendered",)),
        ((Mark("stunned", incapacity="reeling"),), False, ("down", "stunned")),
        ((), False, ("down",)),
    ],
)
def test_who_is_down_is_so_once(marks: tuple[Mark, ...], yielded: bool, told: tuple[str, ...]) -> None:
    shown = Standing(name="Ada", icon="", number=0, kind="hero", size=1, up=False, yielded=yielded, marks=marks)
    assert shown.fares == shown.came_out == told


def test_how_far_a_side_has_come_names_whom_it_protects() -> None:
    ward = Objective("protect", "red", who="Ann", rounds=5)
    assert ObjectiveProgress(ward, 2, 5).told == "Ann kept safe 2 of 5 rounds"
    fall = ObjectiveProgress(Objective("fell", "red", who="Ann"), 0, 1)
    assert (fall.told, fall.sought) == ("Ann felled: 0 of 1", "fell Ann")
    assert ObjectiveProgress(Objective("survive", "red", rounds=5), 2, 5).told == "lasted 2 of 5 rounds"
