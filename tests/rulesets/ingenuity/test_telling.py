"""What the log and the options tell, and what nothing tells of those in hiding."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import d6
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Event, Id, Left, Moved
from game.rules.match import AnyMatch, Match
from game.rules.odds import odds
from game.rules.questions import Choose
from game.rules.ruleset import LogLine, Note
from game.rules.state import Thing
from game.spatial.field import Feature, Field
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import Task
from tests.rulesets.ingenuity.kit import Fight, suffering, thrown
from tests.rulesets.ingenuity.test_feats import SEER

BOUDICA, DUMMY = Id("boudica"), Id("dummy")


def duel(target: str = "dummy") -> Fight:
    return Fight({"boudica": (3, 3)}, {target: (4, 3)})


def line(fight: Fight, event: Event) -> LogLine:
    said = RULESET.tell(fight.board, event)
    assert said is not None
    return said


def one(label: str, value: int, rule: str) -> Tally:
    return Tally().plus(label, value, rule)


# ------------------------------------------------------------------ attacks


@pytest.mark.rule("ingenuity", "B-46", "B-47", "B-48")
def test_the_log_of_a_blow_adds_up_and_names_its_rules() -> None:
    fight = duel("guard").play("boudica", "strike guard spear", thrown(2, 3))
    assert fight.log[-4:] == [
        "2 + 3 +1 martial = 6 against evasion 6, luck 10",
        "Boudica hits Guard 1",
        "damage 6 test +4 spear -5 deflection = 5",
        "Guard 1 loses 5 endurance, 7 left",
    ]
    declared, rolled, summed, lost = (
        told.AttackDeclared(BOUDICA, Id("guard"), "spear", "melee", "harm", "piercing"),
        fight.last(told.AttackRolled),
        fight.last(told.DamageSummed),
        fight.last(told.Harmed),
    )
    assert line(fight, declared).text == "Boudica strikes at Guard 1 with the spear"
    rules = [line(fight, event).rules for event in (declared, rolled, summed, lost)]
    assert rules == [("B-17",), ("B-46",), ("B-47", "B-68"), ("B-48",)]


@pytest.mark.rule("ingenuity", "B-49")
def test_a_critical_hit_is_told_with_the_luck_die() -> None:
    fight = duel().play("boudica", "strike dummy spear", thrown(1, 1, 19))
    said = line(fight, fight.last(told.AttackRolled))
    assert (said.text, said.rules) == ("1 + 1 +1 martial = 3 against evasion 6, luck 19: critical", ("B-49", "B-46"))
    assert said.aside == "luck 19: critical"
    assert line(fight, fight.last(told.DamageSummed)).text == "damage 3 test +8 spear, critical -8 deflection = 3"


@pytest.mark.rule("ingenuity", "B-57")
def test_an_evasion_of_several_parts_names_them() -> None:
    fight = duel("goblin").play("boudica", "strike goblin spear", thrown(4, 4))
    said = line(fight, fight.last(told.AttackRolled))
    assert said.text == "4 + 4 +1 martial = 9 against evasion 6 (+5 EVA +1 size), luck 10"
    assert said.rules == ("B-46", "B-57")


@pytest.mark.rule("ingenuity", "B-47")
def test_the_least_damage_is_called_that() -> None:
    fight = duel().profile_of("dummy", physical=20).play("boudica", "strike dummy spear", thrown(4, 4))
    assert line(fight, fight.last(told.DamageSummed)).text == "damage 9 test +4 spear -20 deflection = 1, at the least"


@pytest.mark.parametrize(
    ("mode", "how", "text", "rule"),
    [
        ("thrown", "attack", "Fabian throws at Dummy 1 with the dagger", "B-17"),
        ("melee", "command", "Fabian strikes at Dummy 1 with the dagger, at a command", "B-19"),
        ("melee", "readied", "Fabian strikes at Dummy 1 with the dagger, as held back", "B-23"),
        ("melee", "sneak attack", "Fabian strikes at Dummy 1 with the dagger, unseen", "B-76"),
        ("feat", "attack", "Fabian turns dagger on Dummy 1", "B-36"),
    ],
)
def test_how_an_attack_comes_to_be_made_is_told(mode: told.Mode, how: told.How, text: str, rule: str) -> None:
    fight = Fight({"fabian": (3, 3)}, {"dummy": (4, 3)})
    said = line(fight, told.AttackDeclared(Id("fabian"), DUMMY, "dagger", mode, "harm", "piercing", how))
    assert (said.text, said.rules) == (text, (rule,))


def test_the_kind_of_damage_is_told_where_the_attacker_has_picked_it() -> None:
    fight = Fight({"roland": (3, 3)}, {"dummy": (4, 3)})
    said = line(fight, told.AttackDeclared(Id("roland"), DUMMY, "longsword", "melee", "harm", "slashing"))
    assert said.text == "Roland strikes at Dummy 1 with the longsword, slashing"


def test_a_die_that_is_rolled_again_is_told_with_the_face_that_stands() -> None:
    said = line(duel(), told.Rerolled(BOUDICA, 6, 2, 5, 5, better=True))
    assert said.text == "advantage: the d6 that shows 2 again: 5, 5 stands"
    worse = line(duel(), told.Rerolled(BOUDICA, 6, 6, 3, 3, better=False))
    assert worse.text == "disadvantage: the d6 that shows 6 again: 3, 3 stands"


# ------------------------------------------------------------------ what comes of it


@pytest.mark.rule("ingenuity", "B-69", "B-70")
def test_whoever_comes_to_be_harmed_or_bloodied_is_told_so_once() -> None:
    fight = duel()
    full = fight.sheet("dummy").profile
    assert (full.end, full.hp) == (12, 10)
    first = line(fight, told.Harmed(DUMMY, 7, 5))
    assert (first.text, first.rules) == ("Dummy 1 loses 7 endurance, 5 left: harmed", ("B-48", "B-69"))
    assert line(fight, told.Harmed(DUMMY, 2, 3)).text == "Dummy 1 loses 2 endurance, 3 left"
    blood = line(fight, told.Harmed(DUMMY, 4, 6, None, "health"))
    assert (blood.text, blood.rules) == ("Dummy 1 loses 4 health, 6 left: bloodied", ("B-48", "B-70"))
    assert line(fight, told.Harmed(DUMMY, 4, 2, None, "health")).text == "Dummy 1 loses 4 health, 2 left"


EVENTS = [
    (told.Worn(BOUDICA, "spear", 2, 2, "B-64"), "Boudica: the spear loses 2 durability, 2 left", ("B-64",)),
    (told.Worn(BOUDICA, "spear", 2, 0, "B-64"), "Boudica: the spear loses 2 durability and breaks", ("B-64", "B-66")),
    (
        told.Worn(BOUDICA, "spear", 2, 0, "B-59", 3),
        "Boudica: the spear loses 2 durability and breaks, 3 more than it can bear",
        ("B-59", "B-66", "B-62"),
    ),
    (
        told.Afflicted(BOUDICA, "in the pit", "piercing", one("d6", 4, "B-47"), one("deflection", 2, "B-68"), 2),
        "Boudica, in the pit: 4 d6 -2 deflection = 2 piercing",
        ("B-47", "B-68"),
    ),
    (
        told.Afflicted(BOUDICA, "burning", "", one("burning", 3, "B-33"), Tally(), 3),
        "Boudica, burning: 3",
        ("B-33",),
    ),
    (told.Struck(BOUDICA, "bleeding 2", "B-33"), "Boudica is bleeding 2", ("B-33",)),
    (told.Eased(BOUDICA, "bleeding", "B-48"), "Boudica is no longer bleeding", ("B-48",)),
    (
        told.LuckTested(BOUDICA, 8, 10, passed=False),
        "Boudica, luck against death: d20 8, needs 10: fails",
        ("B-73",),
    ),
    (
        told.LuckTested(BOUDICA, 15, 15, passed=True),
        "Boudica, luck against death: d20 15, needs 15: cheats death",
        ("B-74",),
    ),
    (told.Strayed(BOUDICA, BOUDICA, DUMMY), "goes astray, past Dummy 1 to Boudica", ("B-51",)),
    (told.Fell(DUMMY, "unconscious"), "Dummy 1 falls unconscious", ("B-72",)),
    (told.Fell(DUMMY, "dead"), "Dummy 1 dies", ("B-73",)),
    (told.Healed(BOUDICA, 6, 12), "Boudica regains 6 endurance, 12 now", ("B-36",)),
    (told.Ordered(("foes", "party"), ("foes",)), "Initiative: Foes, Party; surprise of Foes", ("B-04", "B-05", "B-13")),
    (told.Ordered(("party", "foes"), ()), "Initiative: Party, Foes", ("B-04", "B-05")),
    (Moved(DUMMY, (4, 3), (5, 3), "push"), "Dummy 1 is pushed to 5,3", ()),
    (Left(BOUDICA, "leaves the fight"), "Boudica leaves the fight", ("B-22",)),
    (EdgeChanged("door", True, BOUDICA), "Boudica opens the door", ("B-20",)),
]


@pytest.mark.parametrize(("event", "text", "rules"), EVENTS, ids=lambda each: type(each).__name__)
def test_events_have_words_and_rules(event: Event, text: str, rules: tuple[str, ...]) -> None:
    said = line(duel(), event)
    assert (said.text, said.rules) == (text, rules)


def test_what_lies_on_the_ground_shows_its_wear() -> None:
    board = duel().board
    assert RULESET.thing_name(board, Thing("1", "spear", (1, 1))) == "spear"
    assert RULESET.thing_name(board, Thing("1", "spear", (1, 1), {"wear": 1})) == "worn spear"
    assert RULESET.thing_name(board, Thing("1", "crossbow", (1, 1), {"unloaded": 1})) == "unloaded crossbow"
    assert RULESET.thing_name(board, Thing("1", "milk-churn", (1, 1))) == "milk churn"
    assert [RULESET.thing_icon(key) for key in ("spear", "longbow", "buckler", "milk-churn")] == [
        "sword",
        "bow",
        "shield",
        "star",
    ]


@pytest.mark.rule("ingenuity", "B-38")
def test_what_is_in_hand_is_told_apart_from_what_must_be_loaded_first() -> None:
    def held(*unloaded: str) -> tuple[str, str]:
        fight = Fight({"petra": (3, 3)}, {"dummy": (9, 9)}).sheet_of("petra", unloaded=unloaded)
        found = RULESET.standing(fight.board, Id("petra")).gear[0]
        return found.word, found.name

    assert (held(), held("crossbow")) == (("In hand", "crossbow"), ("Unloaded", "crossbow"))


# ------------------------------------------------------------------ what an option led to


def test_what_an_option_led_to_is_summed_up() -> None:
    before = duel("roland").state
    fight = duel("roland").sheet_of(
        "roland", conditions=suffering(bleeding=2, stunned=1), wear={"medium-shield": 10, "longsword": 1}, prone=True
    )
    fight = fight.sheet_of("boudica", end=2, hp=10)
    found = RULESET.outcome(before, fight.state, [])
    assert found.harm == ((BOUDICA, 12),)
    assert found.notes == tuple(
        Note(Id("roland"), said)
        for said in ("bleeding 2", "stunned", "prone", "medium shield broken", "longsword worn: 9 left")
    )


def test_the_dead_and_those_who_come_round_are_noted() -> None:
    fight = duel()
    fallen = duel().sheet_of("dummy", unconscious=True, prone=True, hp=0)
    dead = duel().sheet_of("dummy", unconscious=True, prone=True, hp=0, dead=True)
    assert RULESET.outcome(fallen.state, dead.state, []).notes == (Note(DUMMY, "dead"),)
    assert RULESET.outcome(fallen.state, fight.state, []).notes == (Note(DUMMY, "conscious again"),)
    assert RULESET.outcome(fight.state, fallen.state, []).down == (DUMMY,)


def test_the_odds_of_a_blow_name_what_breaks() -> None:
    fight = Fight({"boudica": (3, 3)}, {"roland": (4, 3)}).sheet_of("roland", wear={"medium-shield": 9})
    fight.until("boudica", "strike roland spear", thrown(6, 6))
    assert Note(Id("roland"), "medium shield broken") in set(odds(fight.match, "block medium-shield").noted())


# ------------------------------------------------------------------ harm that is no attack's


@pytest.mark.rule("ingenuity", "B-47", "B-68", "N-16")
def test_the_log_says_what_a_fire_deals_and_what_is_taken_off_it() -> None:
    fire = Feature("fire", "fire", ((5, 3),), "Camp fire", "d6")
    fight = Fight({"boudica": (3, 3)}, {"dummy": (10, 7)}, field=Field(12, 8, features=(fire,)))
    fight.profile_of("boudica", elemental=2).play("boudica", "go 5,3", d6(5))
    assert fight.log[-2:] == [
        "Boudica, in the Camp fire: 5 d6 -2 elemental deflection = 3 fire",
        "Boudica loses 3 endurance, 9 left",
    ]


@pytest.mark.rule("ingenuity", "B-33", "B-48", "N-32")
def test_the_log_says_why_somebody_bleeds_and_burns() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (10, 7)}).sheet_of(
        "boudica", conditions=suffering(bleeding=3, burning=2)
    )
    fight.play("boudica")
    said = [text for text in fight.log if text.startswith("Boudica,")]
    assert said == ["Boudica, bleeding, 1 of it past endurance: 3", "Boudica, burning: 2"]


@pytest.mark.rule("ingenuity", "B-59", "B-62")
def test_the_log_says_what_goes_past_a_shield_that_breaks() -> None:
    fight = Fight({"roland": (4, 3)}, {"guard": (3, 3)}, acting="foes").sheet_of("roland", wear={"medium-shield": 9})
    fight.play("strike roland spear", thrown(3, 3), "block medium-shield")
    assert "Roland: the medium shield loses 1 durability and breaks, 7 more than it can bear" in fight.log


# ------------------------------------------------------------------ what cards and notes say


@pytest.mark.rule("ingenuity", "B-53", "N-8")
def test_the_card_says_what_is_taken_from_the_next_attack_with_each_thing_that_is_held() -> None:
    fight = Fight({"fabian": (3, 3)}, {"dummy": (4, 3)}).weapon_of("fabian", "dagger", traits=("thrown", "swift"))
    fight.play("fabian", "strike dummy dagger", thrown(1, 1))
    shown = RULESET.standing(fight.board, Id("fabian"))
    assert (shown.badge, shown.badge_word, dict(shown.facts)["Next attack"]) == ("-1", "next attack -1", "-1")
    fight = Fight({"roland": (3, 3)}, {"wolf": (4, 3)}).weapon_of("roland", "longsword", traits=("swift",))
    fangs = fight.begun("wolf").profile.weapon("fangs")
    fight.profile_of("roland", weapons=(*fight.begun("roland").profile.weapons, fangs))
    fight.sheet_of("roland", off="", attacks=2)
    assert dict(RULESET.standing(fight.board, Id("roland")).facts)["Next attack"] == "-3 longsword, -4 fangs"


@pytest.mark.rule("ingenuity", "B-47", "N-21")
def test_the_note_of_a_blow_counts_both_hands() -> None:
    fight = Fight({"roland": (3, 3)}, {"dummy": (4, 3)})
    blow = "strike dummy longsword slashing"
    assert "damage 4 slashing and the result, critical 8 on 19+" in fight.option(blow).about.notes
    fight = Fight({"roland": (3, 3)}, {"dummy": (4, 3)}).sheet_of("roland", off="")
    said = "damage 5 (4 longsword +1 both hands) slashing and the result, critical 9 on 19+"
    assert said.replace("(4", "(+4") in fight.option(blow).about.notes


@pytest.mark.rule("ingenuity", "B-69", "B-70", "B-73")
def test_somebody_bloodied_is_harmed_too_and_the_dead_are_dead_and_nothing_else() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"guard": (20, 9)}).sheet_of("boudica", end=0, hp=7)
    assert {"harmed", "bloodied"} <= set(RULESET.standing(fight.board, Id("boudica")).words)
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"guard": (20, 9)})
    fight.sheet_of(
        "boudica", dead=True, unconscious=True, prone=True, hp=0, conditions=suffering(stunned=1, bleeding=2)
    )
    shown = RULESET.standing(fight.board, Id("boudica"))
    assert list(shown.words) == ["dead"]
    assert not {"Turn", "Reactions", "Next attack"} & set(dict(shown.facts))


def lines(fight: Fight) -> list[LogLine]:
    """What the log says, with the rules that it names."""
    return [line for event in fight.match.events if (line := RULESET.tell(fight.board, event)) is not None]


@pytest.mark.rule("ingenuity", "B-71", "B-72", "B-75")
def test_the_log_says_by_which_rule_somebody_falls() -> None:
    faint = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "wolf": (20, 9)}).sheet_of("guard", end=0, st=0)
    faint.play("strike guard spear", thrown(5, 5))
    assert [line.rules for line in lines(faint) if line.text == "Guard 1 faints"] == [("B-71",)]
    down = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "wolf": (20, 9)}).sheet_of("guard", end=0, hp=10, st=0)
    down.play("strike guard spear", thrown(5, 5))
    assert [line.rules for line in lines(down) if line.text == "Guard 1 falls unconscious"] == [("B-72",)]
    slain = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "wolf": (20, 9)})
    slain.sheet_of("guard", unconscious=True, prone=True).play("kill guard spear", thrown(5, 5), d6(1))
    assert [line.rules for line in lines(slain) if line.text == "Guard 1 is killed"] == [("B-75",)]


@pytest.mark.rule("ingenuity", "B-24", "N-37")
def test_the_log_says_that_who_had_no_health_has_one_again() -> None:
    fight = Fight({"clementine": (3, 3), "boudica": (4, 3)}, {"guard": (20, 9)})
    fight.sheet_of("boudica", unconscious=True, prone=True, end=0, hp=0).play(
        "revive boudica", thrown(4, 4, of="d8+d4")
    )
    assert "Boudica regains 1 health, 1 now" in fight.log


@pytest.mark.rule("ingenuity", "B-16", "N-32")
def test_the_log_says_what_being_stunned_and_blinded_has_cost_and_when_it_is_over() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 3)})
    fight.sheet_of("boudica", conditions=(*suffering(stunned=2), Condition("blinded", "turn ends"))).play("done")
    said = [text for text in fight.log if text.startswith("Boudica")]
    assert said == ["Boudica", "Boudica is stunned: 2 actions less", "Boudica is no longer blinded"]


@pytest.mark.rule("ingenuity", "N-41", "B-48")
def test_the_log_says_that_mending_stops_the_bleeding() -> None:
    fight = Fight({"seer": (3, 3), "boudica": (4, 3)}, {"guard": (9, 3)}, roster=SEER)
    fight.sheet_of("boudica", end=12, conditions=suffering(bleeding=2)).play("seer", "feat mend boudica")
    assert "Boudica is no longer bleeding" in fight.log


@pytest.mark.rule("ingenuity", "B-74", "B-21", "B-66")
def test_a_preview_notes_what_else_befalls_a_body() -> None:
    was = Fight({"seer": (3, 3), "boudica": (4, 3)}, {"guard": (9, 3)}, roster=SEER)
    was.sheet_of("boudica", end=2, conditions=suffering(bleeding=2, burning=1), task=Task("work", 1, 3, "work"))
    now = Fight({"seer": (3, 3), "boudica": (4, 3)}, {"guard": (9, 3)}, roster=SEER)
    now.sheet_of("boudica", end=8, cheat=15, conditions=(*suffering(stunned=1), Condition("guard", "turn begins")))
    now.sheet_of("boudica", wear={"spear": 10})
    said = [note.said for note in RULESET.outcome(was.state, now.state, []).notes]
    assert said == [
        "stunned",
        "no longer bleeding",
        "no longer burning",
        "on guard",
        "endurance +6",
        "gives up what it had begun",
        "cheats death",
        "spear broken",
    ]


def begun_by_foes(*lurking: str) -> AnyMatch:
    """The foes are to name somebody: a guard, and whoever lies in hiding."""
    foes = {"guard": (9, 3), **dict.fromkeys(lurking, (20, 9))}
    fight = Fight({"boudica": (3, 3)}, foes, hidden=lurking, fresh=True, opening="foes", surprise="none")
    return Match.begin(RULESET, fight.setup, fight.ground)


@pytest.mark.rule("ingenuity", "B-09", "B-54")
def test_the_last_of_a_team_is_named_like_any_other_so_that_nobody_knows_whether_others_hide() -> None:
    alone, company = begun_by_foes(), begun_by_foes("goblin")
    for match in (alone, company):
        assert isinstance(match.pending, Choose) and match.pending.kind == "pick"
    assert list(alone.pending.options.all_keys()) == ["guard-1"]  # type: ignore[union-attr]
    shown = [RULESET.masked(match.board, "party") for match in (alone, company)]
    assert shown[0] == shown[1]


@pytest.mark.rule("ingenuity", "B-09", "B-54")
def test_whose_turn_it_is_does_not_tell_of_somebody_in_hiding_who_has_it() -> None:
    match = begun_by_foes("goblin")
    for answer in ("guard-1", "done", "boudica", "done", "goblin-1"):
        match.answer(answer)
    assert match.state.turn.active == "goblin-1"
    assert RULESET.banner(match.board) == ("To act: Foes",)
    assert RULESET.banner(match.board.moment(RULESET.masked(match.board, "party"))) == ()
    match = begun_by_foes("goblin")
    match.answer("goblin-1")
    assert RULESET.banner(match.board.moment(RULESET.masked(match.board, "party"))) == ("To act: Foes",)
