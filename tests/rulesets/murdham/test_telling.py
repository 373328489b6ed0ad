"""The log's words for every event, and what the board shows."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.rules.dice import Tally
from game.rules.events import (
    EdgeChanged,
    Ended,
    Event,
    Id,
    Left,
    Moved,
    RoundBegan,
    Ruled,
    Said,
    ThingPlaced,
    ThingTaken,
)
from game.rules.ruleset import Attacked, LogLine, Note
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import Bar, Pool, Slot
from game.spatial.field import Edge, Field, Zone
from game.spatial.places import InZone, OnBorder
from game.spatial.space import Space
from rulesets.murdham.play import events as told
from rulesets.murdham.play.deployment import muster
from rulesets.murdham.play.naming import item_name
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import MurdhamBoard, MurdhamState
from rulesets.murdham.words import telling
from tests.rulesets.murdham.kit import STUNNED, taunted

NAMES = ("Gate yard", "Long hall", "Stair", "Attic")
ONE, TWO, FOUR = Id("osric"), Id("bandit-1"), Id("wolf-1")
WEST, HALL, STAIR, ATTIC = (InZone(n) for n in range(4))
DOOR = OnBorder(1)


def board(**changes: dict[str, Any]) -> MurdhamBoard:
    """Osric in the Gate yard, a bandit in the Long hall, a wolf on the Stair; a door shut between hall and stair.

    ``changes``: fields of the sheets of some, by id with an underline; of the record of turns by "turn".
    """
    zones = tuple(
        Zone(f"z{n}", name, tuple((x, y) for y in range(3) for x in range(4 * n, 4 * n + 4)), capacity=8)
        for n, name in enumerate(NAMES)
    )
    door = Edge("d", (8, 0), (8, 3), "door", name="Oak door")
    field = Field(16, 3, zones=zones, edges=(door,))
    squads = (Recruit("osric", at=(0, 0)),), (Recruit("bandit", at=(4, 0)), Recruit("wolf", at=(8, 0)))
    sides = (SideSetup("party", squads[0], "The lamps", party=True), SideSetup("foe", squads[1]))
    setup = Setup("murdham", field, sides)
    state: MurdhamState = muster(setup, Space(field))
    for who, fields in changes.items():
        if who == "turn":
            state = replace(state, turn=replace(state.turn, **fields))
            continue
        c = state.combatants[Id(who.replace("_", "-"))]
        fresh = replace(c, sheet=replace(c.sheet, **fields))
        state = replace(state, combatants={**state.combatants, c.id: fresh})
    return MurdhamBoard(state, setup, Space(field))


DAMAGE = told.DamageRolled(ONE, TWO, "d8", ((5,),), 0, (), 5, (), 5)

SAID: list[tuple[Event, str, str]] = [
    (RoundBegan(3), "Round 3", "A-01"),
    (told.PhaseBegan("ambush"), "Ambush: nobody but the concealed can act", "A-93"),
    (told.PhaseBegan("fast", 9), "Fast phase: WIT of 9 or more", "A-111"),
    (told.PhaseBegan("slow", 9), "Slow phase: everybody who has not acted", "A-112"),
    (told.PhaseBegan("morale"), "Morale", "A-97"),
    (told.SideLeads("party", "party"), "The lamps: first to act", "A-06"),
    (told.SideLeads("foe", "party"), "Foe: first to act (initiative: The lamps)", "A-06"),
    (told.Passed("party"), "The lamps: pass", "A-02"),
    (told.TurnBegan(ONE), "Osric", ""),
    (told.TurnBegan(TWO, True), "Bandit 1, before anybody else", "A-93"),
    (told.AttackDeclared(ONE, TWO, "halberd", "melee"), "Osric strikes at Bandit 1 with the halberd", "A-39"),
    (
        told.AttackDeclared(ONE, TWO, "halberd", "melee", held_back=True),
        "Osric strikes at Bandit 1 with the halberd (holding back)",
        "A-39 A-37",
    ),
    (told.AttackDeclared(ONE, TWO, "hatchet", "ranged"), "Osric aims at Bandit 1 with the hatchet", "A-41"),
    (told.AttackDeclared(ONE, TWO, "hatchet", "indirect"), "Osric aims high at Bandit 1 with the hatchet", "A-46"),
    (
        told.AttackDeclared(TWO, ONE, "axe", "melee", how="counter"),
        "Bandit 1 strikes at Osric with the axe (countering)",
        "A-39 A-54",
    ),
    (
        told.AttackDeclared(TWO, ONE, "axe", "melee", "grapple", "opportunity"),
        "Bandit 1 tries to grab Osric (in passing)",
        "A-83 A-63",
    ),
    (
        told.AttackDeclared(TWO, ONE, "axe", "melee", "disarm", item="halberd"),
        "Bandit 1 tries to disarm Osric of the halberd",
        "A-82",
    ),
    (
        told.AttackDeclared(TWO, ONE, "axe", "melee", "final blow"),
        "Bandit 1 puts an end to Osric with the axe",
        "A-38",
    ),
    (told.BlastThrown(ONE, HALL, "halberd"), "Osric aims at all of Long hall with the halberd", "A-70"),
    (told.BlastThrown(FOUR, HALL, "bite"), "Wolf 1 attacks all of Long hall with the bite", "A-70"),
    (told.BlastThrown(ONE, WEST, "halberd", sweep=True), "Osric sweeps through Gate yard with the halberd", "A-70"),
    (told.BlastDeviated(ONE, STAIR, ATTIC, 1), "strays: d1 1, to Attic", "A-73"),
    (
        told.Saved(ONE, "to hit: while moving", "WIT", 7, 12, False, "A-43"),
        "Osric, to hit: while moving: WIT save, d20 12 against 7: failed",
        "A-43",
    ),
    (
        told.GroupSaved("morale", "WIT", 9, (TWO,), (FOUR,), "A-98"),
        "morale, WIT save of all: d20 9; passed by Bandit 1; failed by Wolf 1",
        "A-98",
    ),
    (
        told.GroupSaved("morale", "WIT", 1, (TWO,), (), "A-98"),
        "morale, WIT save of all: d20 1; passed by Bandit 1",
        "A-98",
    ),
    (told.AttackHit(ONE, TWO), "Osric hits Bandit 1", ""),
    (told.AttackMissed(ONE, TWO, "dodged", "A-53"), "Osric misses Bandit 1: dodged", "A-53"),
    (told.Reacted(TWO, "counters", "A-27", ONE), "Bandit 1 counters Osric", "A-27"),
    (
        told.StuntOffered(ONE, TWO, "drop the axe", True),
        "Osric offers Bandit 1 instead of harm: drop the axe; accepts",
        "A-74 A-78",
    ),
    (
        told.StuntOffered(ONE, TWO, "yield", False),
        "Osric offers Bandit 1 instead of harm: yield; refuses",
        "A-74 A-77",
    ),
    (DAMAGE, "Osric rolls d8: 5 damage", "A-36"),
    (
        told.PointsRolled(TWO, "trampled", "d4", (4, 2), 5, Tally().plus("hide", -1, "A-118"), 4, "A-118", ONE),
        "Bandit 1, trampled: d4 4, 2 = 5 -1 hide = 4 damage",
        "A-118",
    ),
    (
        told.PointsRolled(TWO, "Mend", "d6", (4,), 4, Tally(), 4, "A-18", ONE, heals=True),
        "Bandit 1, Mend: d6 4 = 4 health back",
        "A-18",
    ),
    (told.InitiativeDrawn("party", "d2", 1), "Initiative: d2 1, The lamps", "A-08"),
    (told.Harmed(TWO, 3, 0), "Bandit 1 loses the last 3 health", "A-117"),
    (told.Harmed(TWO, 3, 5), "Bandit 1 loses 3 health, 5 left", "A-117"),
    (told.Healed(TWO, 3, 8), "Bandit 1 regains 3 health, 8 now", "A-117"),
    (told.Fell(TWO, "killed"), "Bandit 1 is killed", "A-117"),
    (told.Fell(TWO, "dying"), "Bandit 1 falls, and is dying", "A-117"),
    (told.Fell(TWO, "incapacitated"), "Bandit 1 is incapacitated", "A-117"),
    (told.Fell(TWO, "critical damage"), "Bandit 1 is incapacitated by critical damage", "A-117"),
    (told.Fell(TWO, "destroyed"), "Bandit 1 is destroyed", "A-117"),
    (told.Fell(TWO, "surrendered"), "Bandit 1 surrenders", "A-101"),
    (told.Fell(TWO, "bled to death"), "Bandit 1 dies of its wounds", "A-117"),
    (told.Fell(TWO, "final blow"), "Bandit 1 is finished off", "A-38"),
    (told.Afflicted(TWO, "frightened of", "A-119", FOUR), "Bandit 1 is frightened of Wolf 1", "A-119"),
    (told.Afflicted(TWO, "entangled", "A-84", ONE), "Bandit 1 is entangled", "A-84"),
    (told.Afflicted(TWO, "an injury: a scar", "A-117"), "Bandit 1 suffers an injury: a scar", "A-117"),
    (told.Freed(TWO, "is free of", "A-86", ONE), "Bandit 1 is free of Osric", "A-86"),
    (told.Did(TWO, "says a few words", "A-26"), "Bandit 1 says a few words", "A-26"),
    (told.Cast(ONE, "invokes Lull on", "A-18", TWO), "Osric invokes Lull on Bandit 1", "A-18"),
    (told.Spotted(TWO, "attacks"), "Bandit 1 attacks, and is concealed no longer", "A-94"),
    (told.Hid(TWO), "Bandit 1 is concealed", "A-90"),
    (told.MoraleTested("foe", "1 of 2 are left", "A-95"), "Morale, Foe: 1 of 2 are left", "A-95"),
    (told.Wore(TWO, "axe", "damaged", "A-106"), "Bandit 1: the axe is damaged", "A-106"),
    (told.Wore(None, "axe", "damaged", "A-106", 1), "On the ground: the axe is damaged (d4 1)", "A-106"),
    (told.Wore(TWO, "armour", "destroyed", "A-108"), "Bandit 1: the armour is destroyed", "A-108"),
    (told.OmenSpent(ONE, "survive"), "Osric spends an omen: survive", "A-117"),
    (Moved(ONE, WEST, HALL), "Osric moves to Long hall", "A-120"),
    (
        Moved(ONE, WEST, OnBorder(0)),
        "Osric moves to the border between Gate yard and Long hall",
        "A-120",
    ),
    (Moved(ONE, WEST, DOOR, "push"), "Osric is pushed to the door between Long hall and Stair", "A-120"),
    (Moved(ONE, WEST, HALL, "drag"), "Osric is taken along to Long hall", "A-120"),
    (Left(TWO, "flees"), "Bandit 1 flees", "A-103"),
    (EdgeChanged("d", True, ONE), "Osric opens the oak door", "A-25"),
    (EdgeChanged("d", False), "Somebody shuts the oak door", "A-25"),
    (ThingPlaced("axe-1", "axe", HALL), "On the ground, Long hall: axe", "A-20"),
    (ThingPlaced("bow-1", "bow", DOOR), "On the ground, the door between Long hall and Stair: bow", "A-20"),
    (Ruled("stunts", "no", "Trip: does that make sense? It does not"), "Trip: does that make sense? It does not", ""),
    (Ended("party", "no enemy is left fighting"), "The lamps won: no enemy is left fighting", ""),
    (Ended(None, "the stretch is over"), "A draw: the stretch is over", ""),
    (Said("It rains", None, "A-26"), "It rains", "A-26"),
]


@pytest.mark.parametrize(("event", "text", "rules"), SAID, ids=lambda value: type(value).__name__)
def test_the_log_says_it_and_cites_the_rules(event: Event, text: str, rules: str) -> None:
    line = telling.tell(board(), event)
    assert line is not None
    assert (line.text, " ".join(line.rules)) == (text, rules)


def test_every_event_of_the_rules_has_words() -> None:
    kinds = [kind for kind in vars(told).values() if isinstance(kind, type) and issubclass(kind, Event)]
    own = {kind for kind in kinds if kind.__module__ != Event.__module__}
    assert told.TurnBegan in own
    assert own <= {type(event) for event, _, _ in SAID}


def test_what_changes_nothing_to_be_seen_is_not_told() -> None:
    assert telling.tell(board(), Moved(ONE, WEST, WEST, "drag")) is None
    assert telling.tell(board(), ThingTaken("axe-1")) is None, "whoever picked it up is told of"


def test_half_moves_are_told_a_step_deeper_than_whole_ones() -> None:
    half, whole = (telling.tell(board(), Moved(ONE, WEST, place)) for place in (OnBorder(0), HALL))
    assert isinstance(half, LogLine)
    assert isinstance(whole, LogLine)
    assert (half.depth, whole.depth) == (2, 1)


@pytest.mark.rule("murdham", "A-118")
@pytest.mark.parametrize(
    ("event", "text", "rules"),
    [
        (
            replace(DAMAGE, rolls=((3,), (7,)), net=-1, circumstances=("held back (A-37)",), rolled=3),
            "Osric rolls d8 impaired (held back): 3 | 7 -> 3: 5 damage",
            "A-37",
        ),
        (
            replace(DAMAGE, die="d6", rolls=((4,), (6, 3)), net=1, rolled=8, armour=(("armour", 1),), dealt=7),
            "Osric rolls d6 enhanced: 4 | 6, 3, exploding = 8 -> 8, armour 1: 7 damage",
            "A-36",
        ),
        (
            replace(DAMAGE, die="d6", rolls=((6, 6, 3),), rolled=13, armour=(("hide", 2), ("cover", 1)), dealt=10),
            "Osric rolls d6: 6, 6, 3, exploding = 13, hide 2, cover 1: 10 damage",
            "A-36",
        ),
        (
            replace(DAMAGE, die="d6", rolls=((4,),), rolled=8, dealt=8, times=("×2 large",)),
            "Osric rolls d6: 4, ×2 large = 8: 8 damage",
            "A-36",
        ),
        (
            replace(
                DAMAGE,
                die="d4",
                rolls=(),
                net=-2,
                circumstances=("bare hands (A-35)", "held back (A-37)"),
                rolled=0,
                dealt=0,
            ),
            "Osric rolls d4 impaired (bare hands, held back): impaired twice, no damage",
            "A-35 A-37",
        ),
    ],
)
def test_damage_shows_its_dice_explosions_and_both_rolls(event: told.DamageRolled, text: str, rules: str) -> None:
    line = telling.tell(board(), event)
    assert line is not None
    assert (line.text, " ".join(line.rules)) == (text, rules)


@pytest.mark.parametrize(
    ("rolls", "net", "said"),
    [
        (((4,),), 0, "8 damage"),
        (((8, 2),), 0, "8 damage, exploded"),
        (((4,), (8, 2)), 1, "8 damage, exploded"),
        (((4,), (8, 2)), -1, "8 damage"),
        ((), -2, "8 damage"),
    ],
)
def test_what_a_die_comes_to_says_that_it_exploded(rolls: tuple[tuple[int, ...], ...], net: int, said: str) -> None:
    assert replace(DAMAGE, die="d8", rolls=rolls, net=net, dealt=8).comes_to == said


# ------------------------------------------------------------------ what the board shows


def test_a_standing_says_what_a_player_wants_to_know() -> None:
    found = telling.standing(board(), ONE)
    assert (found.name, found.icon, found.number, found.size) == ("Osric", "captain", 0, 1)
    assert (found.bars, found.pools) == ((Bar("Health", 10, 10),), (Pool("Omens", 2, icon="star"),))
    assert (found.up, found.reacts, found.fares) == (True, True, ("10/10", "Omens 2"))
    assert dict(found.facts) == {
        "STR, AGI, WIT": "10, 7, 7",
        "Armour": "1",
        "In hand": "halberd",
        "Turn": "to come",
    }
    assert dict(telling.standing(board(), FOUR).facts)["In hand"] == "bite, bare hands"


@pytest.mark.rule("murdham", "A-15")
def test_whoever_has_acted_or_is_acting_does_not_react() -> None:
    over = board(osric={"acted": True})
    spent = telling.standing(over, ONE)
    assert (spent.reacts, dict(spent.facts)["Turn"]) == (False, "spent")
    assert [slot.who for slot in telling.order(over) if slot.spent] == [ONE]
    acting = telling.standing(board(turn={"active": ONE}), ONE)
    assert (acting.reacts, dict(acting.facts)["Turn"]) == (False, "under way")
    assert dict(telling.standing(board(osric={"conditions": STUNNED}), ONE).facts)["Turn"] == "lost"


@pytest.mark.parametrize(
    ("fields", "marks"),
    [
        ({}, ()),
        ({"dead": True, "health": 0, "dying": 2}, ("dead",)),
        (
            {
                "dead": True,
                "health": 0,
                "conditions": STUNNED,
                "hidden": True,
                "entangled": True,
                "injuries": ("a scar",),
            },
            ("dead",),
        ),
        ({"incapacitated": True, "conditions": STUNNED, "grabbing": ONE, "retreating": True}, ("out",)),
        ({"paralysed": True}, ("out",)),
        ({"dying": 2, "health": 0, "incapacitated": True}, ("dying",)),
        ({"incapacitated": True}, ("out",)),
        ({"surrendered": True}, ("surrendered",)),
        ({"hidden": True, "conditions": STUNNED}, ("hidden", "stunned")),
        ({"retreating": True, "fears": (FOUR,)}, ("fleeing", "frightened")),
        ({"entangled": True, "conditions": taunted(ONE), "confused": True}, ("entangled", "taunted", "confused")),
        ({"injuries": ("a scar",), "poisoned": ("axe",)}, ("injured", "poisoned blade")),
    ],
)
def test_conditions_are_marked(fields: dict[str, Any], marks: tuple[str, ...]) -> None:
    assert telling.standing(board(bandit_1=fields), TWO).words == marks


@pytest.mark.rule("murdham", "A-84")
def test_holder_and_held_are_marked_and_tied() -> None:
    grip = board(osric={"grabbing": TWO})
    holder, held = telling.standing(grip, ONE), telling.standing(grip, TWO)
    assert (holder.words, [(tie.word, tie.other) for tie in holder.links]) == (("grappling",), [("holds", TWO)])
    assert (held.words, held.reacts) == (("held",), False)


def test_distances_are_in_zones() -> None:
    here = board()
    assert telling.tell_distance(here, ONE, TWO) == "1 zone"
    assert telling.tell_distance(here, ONE, FOUR) == "2 zones"
    assert telling.tell_distance(here, ONE, OnBorder(0)) == "nearby"
    assert telling.tell_distance(here, TWO, STAIR) == "1 zone"
    assert telling.tell_distance(here, FOUR, ONE) == "2 zones"


def test_a_shut_door_is_no_way_to_be_near() -> None:
    assert telling.tell_distance(board(), TWO, DOOR) == "beyond a shut way"


def test_the_order_is_the_active_one_those_to_come_and_the_spent() -> None:
    waiting = board(turn={"order": ("foe", "party"), "current": 0})
    assert [slot.who for slot in telling.order(waiting)] == [TWO, FOUR, ONE]
    later = board(turn={"order": ("foe", "party"), "current": 1, "active": ONE}, bandit_1={"acted": True})
    assert telling.order(later) == [Slot(ONE), Slot(FOUR), Slot(TWO, spent=True)]
    fallen = board(turn={"order": ("foe", "party")}, bandit_1={"incapacitated": True})
    assert [slot.who for slot in telling.order(fallen)] == [FOUR, ONE]


@pytest.mark.rule("murdham", "A-111")
def test_in_the_fast_phase_the_slow_wait_behind_the_quick() -> None:
    fast = board(turn={"order": ("party", "foe"), "phase": "fast", "threshold": 8})
    assert [(slot.who, slot.group) for slot in telling.order(fast)] == [(TWO, "fast"), (FOUR, "fast"), (ONE, "slow")]
    slow = board(turn={"order": ("party", "foe"), "phase": "slow", "threshold": 8}, bandit_1={"acted": True})
    assert [slot.group for slot in telling.order(slow)] == ["slow", "slow", ""], "who has acted waits for nothing"
    assert {slot.group for slot in telling.order(board())} == {""}, "no parts without phases"


@pytest.mark.rule("murdham", "A-110")
def test_the_banner_shows_side_threshold_and_passes_openly() -> None:
    assert telling.banner(board()) == ()
    fast = board(turn={"order": ("party", "foe"), "phase": "fast", "threshold": 9, "passed": ("foe",)})
    assert telling.banner(fast) == ("The lamps: turn", "Fast phase, WIT 9+", "Foe: passed")
    slow = board(turn={"order": ("party", "foe"), "phase": "slow"})
    assert telling.banner(slow) == ("The lamps: turn", "Slow phase")
    begun = board(turn={"order": ("party", "foe"), "phase": "round", "initiative": "foe"})
    assert telling.banner(begun) == ("Initiative: Foe",), "who is first is still to be said"
    ambush = board(turn={"order": ("foe", "party"), "phase": "ambush"})
    assert telling.banner(ambush) == ("Foe: turn", "Ambush")


def test_an_outcome_sums_up_harm_falls_and_conditions() -> None:
    before = board().state
    after = board(
        bandit_1={"health": 0, "incapacitated": True}, wolf_1={"conditions": STUNNED}, osric={"grabbing": FOUR}
    ).state
    stunned = told.Afflicted(Id("wolf-1"), "stunned", "A-19")
    found = telling.outcome(before, after, [told.AttackHit(ONE, TWO), told.AttackMissed(ONE, FOUR, "", ""), stunned])
    assert found.attacks == (Attacked(ONE, TWO, True), Attacked(ONE, FOUR, False))
    assert found.harm == ((TWO, 8),)
    assert found.down == (TWO,)
    assert found.notes == (Note(Id("wolf-1"), "held"), Note(Id("wolf-1"), "stunned"))
    missed = telling.outcome(before, before, [told.AttackMissed(ONE, FOUR, "", "")])
    assert (missed.attacks, missed.harm) == ((Attacked(ONE, FOUR, False),), ())


@pytest.mark.parametrize("falls", [False, True])
def test_who_is_felled_is_not_told_to_be_let_go(falls: bool) -> None:
    before = board(osric={"grabbing": FOUR}).state
    after = board(wolf_1={"health": 0, "incapacitated": True} if falls else {}).state
    notes = telling.outcome(before, after, []).notes
    assert (Note(Id("wolf-1"), "let go") in notes) != falls


def test_things_go_by_their_owners_words() -> None:
    assert item_name(board(), "shield") == "shield"
    assert item_name(board(), "great-sword") == roster.STOCK.house.weapons["great-sword"].name
    assert item_name(board(), "rope") == "rope"
