"""The kit's facts and their words, on the barest of sheets; what things are called; sums of what happens on average."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from game.kit import facts
from game.kit.mind.acts import (
    NO_DAMAGE,
    ExpectedDamage,
    act,
    best_arms,
    best_of,
    by_value,
    chances,
    dealt,
    dearest,
    indifferent,
    reaching,
    within,
)
from game.kit.telling import (
    Marks,
    Wording,
    behind,
    briefly,
    listed,
    name_of,
    side_name,
    sum_up,
    summed,
    tell_fact,
    the,
    with_other,
)
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Ended, Event, Id, Left, Moved, RoundBegan, Ruled, Said
from game.rules.planning_model import NONE, Effect, ExpectedOutcome, ExpectedThreat
from game.rules.questions import Choose, Menu, Option, Seat
from game.rules.ruleset import Attacked, LogLine, Note
from game.rules.setup import Setup, SideSetup
from game.rules.standing import Mark
from game.rules.state import Combatant, State
from game.rules.table import Board
from game.spatial.field import Edge, Field
from game.spatial.space import Space


class Profile(msgspec.Struct, frozen=True):
    """Somebody's name."""

    name: str


class Sheet(msgspec.Struct, frozen=True):
    """Somebody's health."""

    profile: Profile
    hp: int = 5
    yielded: bool = False
    hidden: bool = False

    @property
    def up(self) -> bool:
        """Whether anything is left, and it fights on."""
        return self.hp > 0 and not self.yielded


ANN, ORC = Id("ann"), Id("orc-1")

WORDS = Wording("blood", {"dead": ("dies", "D-9")}, {RoundBegan: "D-1", Left: "D-2", facts.Harmed: "D-3"})

DOOR = Edge(id="edge-1", kind="door", a=(0, 0), b=(1, 0), name="Oak door", state="closed")


def state(**hp: int) -> State[Sheet, None]:
    """Two of them, with so much left."""
    folk = {ANN: "Ann", ORC: "Orc 1"}
    sheets = {who: Sheet(Profile(name), hp.get(name[:3], 5)) for who, name in folk.items()}
    return State({who: Combatant(who, "red", (0, 0), sheet) for who, sheet in sheets.items()}, None)


def board() -> Board[Sheet, Any]:
    """Both at a door."""
    setup = Setup("none", Field(4, 3, edges=(DOOR,)), (SideSetup("red", (), "The reds"), SideSetup("blue", ())))
    return Board(state(), setup, Space(setup.field))


SKILL = Tally().plus("skill", 2, "D-4").plus("dark", -1, "D-5")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (RoundBegan(3), LogLine("Round 3", rules=("D-1",))),
        (Ruled("surprise", "none", "Is it so? It is not"), LogLine("Is it so? It is not", 1)),
        (Ended("red", "all fled"), LogLine("The reds won: all fled")),
        (Ended(None, "night fell"), LogLine("A draw: night fell")),
        (Said("It rains", None, "D-6"), LogLine("It rains", 1, None, ("D-6",))),
        (Left(ANN, "walks away"), LogLine("Ann walks away", 1, ANN, ("D-2",))),
        (EdgeChanged("edge-1", True, ANN), LogLine("Ann opens the oak door", 1, ANN)),
        (EdgeChanged("edge-1", False), LogLine("Somebody shuts the oak door", 1)),
        (facts.TurnBegan(ANN), LogLine("Ann", 0, ANN)),
        (facts.Broke("blue", None, "too few", "D-7"), LogLine("Blue: courage fails, too few", 1, None, ("D-7",))),
        (facts.Broke("red", ANN, "burnt", "D-7"), LogLine("Ann: courage fails, burnt", 1, ANN, ("D-7",))),
        (facts.Did(ANN, "trips", "D-8", ORC), LogLine("Ann trips Orc 1", 1, ANN, ("D-8",))),
        (facts.Reacted(ORC, "ducks", "D-8"), LogLine("Orc 1 ducks", 1, ORC, ("D-8",))),
        (facts.AttackHit(ANN, ORC), LogLine("Ann hits Orc 1", 2, ANN)),
        (facts.AttackMissed(ANN, ORC), LogLine("Ann misses Orc 1", 2, ANN)),
        (facts.AttackMissed(ANN, ORC, "ducked", "D-8"), LogLine("Ann misses Orc 1: ducked", 2, ANN, ("D-8",))),
        (facts.AttackSpoiled(ANN, "dropped it"), LogLine("Ann: dropped it", 2, ANN)),
        (facts.Harmed(ORC, 2, 3), LogLine("Orc 1 loses 2 blood, 3 left", 2, ORC, ("D-3",))),
        (facts.Harmed(ORC, 3, 0), LogLine("Orc 1 loses the last 3 blood", 2, ORC, ("D-3",))),
        (
            facts.PointsRolled(ORC, "a fall", "2d6", (3, 5), 8, Tally(), 8, "D-8", ANN),
            LogLine("Orc 1, a fall: 2d6 3, 5 = 8 damage", 2, ORC, ("D-8",)),
        ),
        (
            facts.PointsRolled(ORC, "fire", "d6", (6, 3), 8, Tally().plus("hide", -1, "D-4"), 7, "D-8"),
            LogLine("Orc 1, fire: d6 6, 3 = 8 -1 hide = 7 damage", 2, ORC, ("D-8", "D-4")),
        ),
        (
            facts.PointsRolled(ANN, "Mend", "d6", (4,), 4, Tally(), 4, "D-8", heals=True),
            LogLine("Ann, Mend: d6 4 = 4 blood back", 2, ANN, ("D-8",)),
        ),
        (facts.Healed(ORC, 2, 5), LogLine("Orc 1 regains 2 blood, 5 now", 2, ORC)),
        (facts.Fell(ORC, "dead"), LogLine("Orc 1 dies", 1, ORC, ("D-9",))),
        (
            facts.Checked(ANN, "climbing", 7, SKILL, 8, True, "D-4"),
            LogLine("Ann, climbing: 7 +2 skill -1 dark = 8, needs 8: succeeds", 2, ANN, ("D-4", "D-5"), sum=True),
        ),
        (Moved(ANN, (0, 0), (1, 0)), None),
        (facts.AttackDeclared(ANN, ORC, "axe", "melee"), None),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_common_facts_have_words(event: Event, line: LogLine | None) -> None:
    assert tell_fact(board(), event, WORDS) == line


def test_names_of_combatants_and_sides() -> None:
    now = board()
    assert name_of(now, ORC) == "Orc 1"
    assert (side_name(now, "red"), side_name(now, "blue")) == ("The reds", "Blue")
    assert with_other(now, ANN, "sings", None) == "Ann sings"
    assert listed(now, "; failed by", [ANN, ORC]) == "; failed by Ann, Orc 1"
    assert listed(now, "; failed by", []) == ""
    assert briefly(Id("man-at-arms-2")) == "Man at arms 2"
    assert (summed(SKILL), behind(SKILL, SKILL)) == (" +2 skill -1 dark", ("D-4", "D-5"))


def test_what_an_option_led_to_is_summed_up() -> None:
    def gained(who: Id, was: Combatant[Sheet], now: Combatant[Sheet]) -> list[Note]:
        return [Note(who, f"{was.sheet.hp}>{now.sheet.hp}")]

    blows = [facts.AttackHit(ANN, ORC), facts.AttackMissed(ORC, ANN), facts.Did(ANN, "sings", "D-8")]
    before = state()
    after = replace(before, combatants={**before.combatants, ORC: state(Orc=0).combatants[ORC]})
    found = sum_up(before, after, blows, lambda sheet: (sheet.hp,), gained, WORDS.falls)
    assert found.attacks == (Attacked(ANN, ORC, True), Attacked(ORC, ANN, False))
    assert (found.harm, found.down, found.notes) == (((ORC, 5),), (ORC,), (Note(ORC, "5>0"),))


@pytest.mark.parametrize(("left", "said"), [(3, [Note(ORC, "surrenders")]), (0, [])])
def test_of_who_goes_down_with_something_left_it_is_said_how(left: int, said: list[Note]) -> None:
    before = state()
    orc = replace(before.combatants[ORC], sheet=replace(before.combatants[ORC].sheet, yielded=True, hp=left))
    after = replace(before, combatants={**before.combatants, ORC: orc})
    falls = {"surrendered": ("surrenders", "D-8")}
    events = [facts.Fell(ORC, "surrendered")]
    found = sum_up(before, after, events, lambda sheet: (sheet.hp,), lambda *_: (), falls)
    assert (found.down, list(found.notes)) == ((ORC,), said)


def test_blows_hand_to_hand_do_not_fly() -> None:
    assert [facts.AttackDeclared(ANN, ORC, "axe", mode).flies for mode in ("melee", "thrown")] == [False, True]


def test_marks_are_those_of_the_conditions_that_hold_in_their_order() -> None:
    asleep = Mark("asleep", picture="", incapacity="down")
    found = Marks(asleep, Mark("burning", fire=True)).of({"hidden": False, "bleeding": 1, "asleep": True, "burning": 2})
    assert found == (Mark("bleeding", 1), asleep, Mark("burning", 2, fire=True))


@pytest.mark.parametrize(
    ("resists", "passed", "outcome"),
    [
        (False, True, ("succeeds", "good")),
        (False, False, ("fails", "bad")),
        (True, True, ("resists", "plain")),
        (True, False, ("can't resist", "bad")),
    ],
)
def test_a_check_against_what_another_does_says_whether_it_is_resisted(
    resists: bool, passed: bool, outcome: tuple[str, str]
) -> None:
    assert facts.Checked(ANN, "body", 7, SKILL, 8, passed, "D-4", resists).outcome == outcome


# --- Words of the kit: what things are called within a sentence, and what planning models tell ---


@pytest.mark.parametrize(
    ("name", "more", "said"),
    [
        ("sword", "", "the sword"),
        ("bare hands", "", "bare hands"),
        ("The gate", "", "the gate"),
        ("The gate", "locked", "the locked gate"),
        ("A loose plank", "", "a loose plank"),
        ("door", "locked", "the locked door"),
        ("Theodora's door", "", "the Theodora's door"),
        ("Axe", "", "the Axe"),
    ],
)
def test_a_name_has_one_article_or_none(name: str, more: str, said: str) -> None:
    assert the(name, more) == said


def test_an_act_comes_to_its_effects_and_features() -> None:
    effect = Effect(Id("it"), fell=0.5)
    told = act("trip it", 0b10, (1, 0), effect, **{"lets go": 1.0})
    assert (told.key, told.where, told.pay) == ("trip it", 0b10, (1, 0))
    assert told.outs == (ExpectedOutcome((effect,), {"lets go": 1.0}),)
    assert act("wait", 1, ()).outs[0].features is NONE


def test_answers_that_make_no_difference_are_all_there() -> None:
    question = Choose(Seat("us"), "which?", Menu([Option("a", 1, "A"), Option("b", 2, "B")]))
    assert indifferent(question) == {"a": ExpectedOutcome(), "b": ExpectedOutcome()}


def test_places_of_one_value_are_put_together_in_order() -> None:
    assert list(by_value([("b", 1), ("a", 2), ("b", 4)]).items()) == [("b", 5), ("a", 2)]


def test_the_dearest_menace_counts_wounds_half_and_leaves_out_what_is_late() -> None:
    some = [ExpectedThreat(1, 0.1, 0.5), ExpectedThreat(1, 0.3, 0.0), ExpectedThreat(1, 0.9, 0.0, late=True)]
    assert dearest(some) == 0.35
    assert dearest([]) == 0.0


def test_menaces_are_told_for_some_places() -> None:
    some = [
        ExpectedThreat(0b011, 0.1, 0.5),
        ExpectedThreat(0b110, 0.9, 0.0, late=True),
        ExpectedThreat(0b001, 0.2, 0.0),
    ]
    assert within(some, 0b010) == [ExpectedThreat(0b010, 0.1, 0.5), ExpectedThreat(0b010, 0.9, 0.0, late=True)]
    assert within(some, 0b001) == [ExpectedThreat(0b001, 0.1, 0.5), some[2]]


def test_of_arms_the_best_is_thought_of_and_what_reaches_farther() -> None:
    arms = [("club", 3, 1), ("knife", 2, 1), ("spear", 2, 2), ("pike", 1, 2), ("sling", 1, 9)]
    assert [arm[0] for arm in best_of(arms, lambda arm: arm[1], lambda arm: arm[2])] == ["club", "spear", "sling"]


class Weapon(NamedTuple):
    name: str
    cost: int
    reach: int
    afar: bool = False


def test_hand_to_hand_and_afar_are_not_measured_by_each_other() -> None:
    arms = [Weapon("bow", 1, 40, True), Weapon("club", 3, 1), Weapon("knife", 2, 1), Weapon("sling", 2, 9, True)]
    best = best_arms(arms, lambda arm: arm.cost, lambda arm: arm.reach)
    assert [arm.name for arm in best] == ["club", "sling", "bow"]


# --- What blows and dice come to on average, and what is done with that ---

BLOW = ExpectedDamage(0.5, 0.25, 0.5, 4.0)


def test_a_toll_befalls_somebody_and_threatens_places() -> None:
    assert BLOW.cost == 0.5
    assert BLOW.effect(Id("it"), 1.0, bound=0.5) == Effect(Id("it"), 0.25, 0.5, 1.0, 0.5)
    assert BLOW.expected_threat(0b11, late=True) == ExpectedThreat(0b11, 0.25, 0.5, late=True)


def test_tolls_are_parted_and_put_together() -> None:
    assert BLOW.times(0.5) == ExpectedDamage(0.25, 0.125, 0.25, 2.0)
    assert BLOW.times(0.5).plus(BLOW.times(0.5)) == BLOW
    assert NO_DAMAGE.plus(BLOW) == BLOW


def test_sums_of_dice_have_their_chances() -> None:
    assert chances("d4") == ((1, 0.25), (2, 0.25), (3, 0.25), (4, 0.25))
    assert chances("d2", 0.5) == ((1, 0.25), (2, 0.25))
    assert dict(chances("2d6"))[7] == pytest.approx(1 / 6)
    assert reaching("2d6", 11) == pytest.approx(3 / 36) and reaching("2d6", 2) == pytest.approx(1.0)
    assert reaching("2d6", 13) == 0.0


def test_points_beyond_what_is_left_are_lost_on_nobody() -> None:
    toll = dealt([(0, 0.5), (2, 0.25), (9, 0.25)], 4)
    assert toll == ExpectedDamage(0.5, 0.25, 1.5 / 4 - 0.25, 1.5)
