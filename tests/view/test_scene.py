"""The scene as text, events on their way to it, the log that is read of it, and what a battle was in numbers."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.kit.facts import (
    AttackDeclared,
    AttackHit,
    AttackMissed,
    Broke,
    Cast,
    Checked,
    Did,
    Fell,
    Harmed,
    PointsRolled,
    Reacted,
    TurnBegan,
)
from game.rules.dice import Tally
from game.rules.events import Changed, EdgeChanged, Event, Id, Left, Moved, Rolled, RoundBegan, Said
from game.rules.match import Match
from game.rules.questions import Choose, Menu, Option, QuestionKind, Seat
from game.rules.ruleset import LogLine
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import AnyState, evolve
from game.scene.battle_report import report
from game.scene.choosing import Choosing
from game.scene.event_feed import EventFeed, VisibleEvent
from game.scene.moves import VisualEffect
from game.scene.playhead import Playhead, RunningEffect
from game.scene.scene import KINDS, LogEntry, Scene, Wanted, kind_of
from game.spatial.field import Field
from game.view.board.overlays import cells_round, linked, outline
from tests.rules.battles import begin, brawl, duel, play_out


def test_the_scene_says_who_is_where() -> None:
    head = Playhead(begin(duel()), None)
    assert head.scene.text() == "round 1\nred Ada at 1,1 12/12\nblue Orc at 2,1 7/7"


def test_the_scene_changes_only_when_the_animation_is_over() -> None:
    match = begin(duel(orc=(5, 3)))
    head = Playhead(match, None)
    match.answer("move 1,0")
    before = head.scene.text()
    head.advance(0.01)
    assert head.scene.text() == before
    assert head.busy
    x, y = head.pose(next(iter(head.scene.tokens))).at
    assert x == 1.0
    assert 0 < y < 1
    head.advance(5.0)
    assert "red Ada at 1,0" in head.scene.text()


def test_skipping_and_playing_lead_to_the_same_scene_and_log() -> None:
    match = begin(brawl())
    slow = Playhead(match, "party")
    play_out(match)
    quick = Playhead(match, "party")
    quick.skip()
    for _ in range(5000):
        slow.advance(0.2)
        if slow.caught_up:
            break
    assert slow.scene.text() == quick.scene.text()
    assert slow.scene.log == quick.scene.log


def test_the_last_scene_is_the_state_of_the_battle() -> None:
    match = play_out(begin(brawl()))
    head = Playhead(match, None)
    head.skip()
    assert head.scene.state == match.state
    assert "over:" in head.scene.text()


def test_going_back_shows_the_battle_as_it_was() -> None:
    match = begin(duel(orc=(5, 3)))
    head = Playhead(match, None)
    before = head.scene.text()
    match.answer("move 1,0")
    head.skip()
    head.mark()
    match.answer("end")
    head.skip()
    match.undo(2)
    head.go_back()
    assert head.scene.text() == before
    assert head.scene.log == []


def test_nothing_is_skipped_where_nothing_was_taken_back() -> None:
    match = begin(duel(orc=(5, 3)))
    head = Playhead(match, None)
    match.answer("move 1,0")
    head.advance(0.01)
    head.go_back()
    assert head.busy and "red Ada at 1,1" in head.scene.text()


def test_going_back_to_a_mark_takes_no_event_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(duel(orc=(5, 3)))
    head = Playhead(match, None)
    match.answer("move 1,0")
    head.skip()
    head.mark()
    marked = head.scene.text()
    match.answer("end")
    head.skip()
    match.undo(1)
    taken: list[object] = []
    monkeypatch.setattr(Scene, "take", lambda scene, seen: taken.append(seen))
    head.go_back()
    assert head.scene.text() == marked and not taken


def test_a_text_over_nobody_and_a_banner_leave_what_lies_on_the_board() -> None:
    head = Playhead(begin(duel()), None)
    head.skip()
    for effect in (
        VisualEffect("banner", (0.0, 0.0), "Round 1"),
        VisualEffect("dice", (1.0, 1.0), "5"),
        VisualEffect("text", (1.0, 1.0), "-3", who=Id("Ada")),
        VisualEffect("text", (2.0, 2.0), "a door opens"),
        VisualEffect("banner", (0.0, 0.0), "Round 2"),
        VisualEffect("dice", (3.0, 1.0), "2", who=Id("Orc")),
    ):
        head._show(RunningEffect(effect))
    assert [running.effect.text for running in head.effects] == ["5", "a door opens", "Round 2", "2"]
    assert [saying.who for saying in head.sayings.shown] == [Id("Ada")]


@pytest.mark.parametrize(
    ("kind", "options", "told"),
    [
        ("act", (Option("end", 0, "End", ends=True, unspent=("Main Action", "wand")),), "Main Action and wand unspent"),
        ("act", (Option("end", 0, "End", ends=True, unspent=("another attack",)),), "Another attack unspent"),
        ("act", (Option("rest", 0, "Rest"), Option("end", 0, "End", ends=True)), ""),
        ("act", (), ""),
        ("react", (Option("strike Orc", 0, "Strike Orc", target=Id("Orc")),), ""),
        ("pick", (Option("Ada", Id("Ada"), "Ada", target=Id("Ada")),), "Still to act: Ada"),
        ("pick", (Option("nobody", None, "Nobody"),), ""),
    ],
)
def test_what_is_left_undone_is_told_on_a_turn_alone(
    kind: QuestionKind, options: tuple[Option[Any], ...], told: str
) -> None:
    scene = Playhead(begin(duel()), None).scene
    menu = Menu(options or (Option("end", 0, "End", ends=True),))
    assert Choosing(Choose(Seat("red"), "What?", menu, kind, Id("Ada")), scene).left_undone() == told


def test_one_in_hiding_is_not_in_the_scene() -> None:
    match = begin(brawl())
    party, foe = Playhead(match, "party"), Playhead(match, "foe")
    assert len(foe.scene.tokens) == 4
    assert len(party.scene.tokens) == 3
    assert "thief 2" not in party.scene.text()


def test_a_question_is_met_as_verbs_and_cells() -> None:
    match = begin(duel(orc=(2, 1)))
    head = Playhead(match, "red")
    question = match.pending
    assert isinstance(question, Choose)
    choosing = Choosing(question, head.scene)
    assert choosing.ender is not None
    assert choosing.ender.word == "end"
    assert [option.key for option in choosing.at(head.scene.aim_at((1, 0)))] == ["move 1,0"]
    assert [option.key for option in choosing.at(head.scene.aim_at((2, 1)))] == ["strike Orc", "flurry Orc"]
    strike = next(verb for verb in choosing.verbs if verb.word == "strike")
    assert choosing.take(strike) == []
    assert [option.key for option in choosing.at(head.scene.aim_at((2, 1)))] == ["strike Orc"]
    assert choosing.at(head.scene.aim_at((1, 0))) == []
    assert choosing.back()


def test_with_a_verb_picked_a_click_on_somebody_means_the_place_where_it_stands_too() -> None:
    scene = Playhead(begin(duel(orc=(2, 1))), None).scene
    options: list[Option[int]] = [
        Option("cast spark Orc", 0, "Cast Spark on Orc", target=Id("Orc")),
        Option("cast sleep 2,1", 0, "Cast Sleep at 2,1", place=(2, 1)),
        Option("cast sleep 3,1", 0, "Cast Sleep at 3,1", place=(3, 1)),
    ]
    choosing = Choosing(Choose(Seat("red"), "What?", Menu(options), "act", Id("Ada")), scene)
    aim = scene.aim_at((2, 1))
    assert [option.key for option in choosing.at(aim)] == ["cast spark Orc"]
    choosing.take(choosing.main[0])
    assert [option.key for option in choosing.at(aim)] == ["cast spark Orc", "cast sleep 2,1"]


def test_options_of_one_verb_share_a_button_and_what_ends_the_turn_stands_apart() -> None:
    far = Option("walk 9,9", 0, "Walk to where nobody has ever been", place=(9, 9), short="Walk far")
    options: list[Option[int]] = [
        Option("lift axe", 0, "Lift the axe", icon="hand"),
        Option("lift bow", 0, "Lift the bow", icon="hand"),
        far,
        Option("rest now", 0, "Rest", icon="pass", ends=True),
    ]
    scene = Playhead(begin(duel()), None).scene
    choosing = Choosing(Choose(Seat("red"), "What?", Menu(options), "act", Id("Ada")), scene)
    found = [(verb.word, verb.title, verb.icon, verb.lone) for verb in choosing.main]
    assert found == [("lift", "Lift", "hand", False), ("walk", "Walk to where nobody has ever been", "", True)]
    assert choosing.ender is not None
    assert [verb.title for verb in choosing.ends] == [choosing.ender.title] == ["Rest"]
    asked = Choosing(Choose(Seat("red"), "Who?", Menu(options), "pick"), scene)
    assert [verb.title for verb in asked.main] == ["Lift the axe", "Lift the bow", far.label]
    assert asked.first == "pick", "with nobody to click they are listed at once"
    assert not asked.back() and choosing.first == ""


def test_every_option_of_a_battle_is_reached_by_its_verb() -> None:
    match = begin(brawl())
    head = Playhead(match, "party")
    question = match.pending
    assert isinstance(question, Choose)
    choosing = Choosing(question, head.scene)
    reached = [option.key for verb in choosing.verbs for option in verb.options]
    reached += [family.key(place) for verb in choosing.verbs for family in verb.families for place in family.places]
    assert sorted(reached) == sorted(question.options.all_keys())


def test_a_region_is_outlined_as_one() -> None:
    square = frozenset({(0, 0), (1, 0), (0, 1), (1, 1)})
    assert sorted(outline(square)) == [((0, 0), (0, 2)), ((0, 0), (2, 0)), ((0, 2), (2, 2)), ((2, 0), (2, 2))]
    bent = frozenset({(0, 0), (1, 0), (0, 1)})
    assert len(outline(bent)) == 6


def test_ties_are_shown_where_both_ends_are_known() -> None:
    match = begin(duel())
    scene = Playhead(match, None).scene
    ada, orc = Id("Ada"), Id("Orc")
    assert [(a.id, link.word, b.id) for a, link, b in linked(scene, {ada})] == [
        (ada, "faces", orc),
        (orc, "faces", ada),
    ]
    assert not list(linked(scene, ()))
    lurking = Setup(
        "duel",
        Field(6, 4),
        (
            SideSetup("red", (Recruit("knight", "Ada", (1, 1)),), party=True),
            SideSetup("blue", (Recruit("thief", "Orc", (2, 1), hidden=True),)),
        ),
    )
    assert not list(linked(Playhead(begin(lurking), "red").scene, {ada}))


def test_a_ties_reach_goes_round_its_other_end() -> None:
    scene = Playhead(begin(duel()), None).scene
    assert cells_round(scene, scene.tokens[Id("Ada")], 1) == {
        (x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)
    }


# --- An event on its way to whoever looks on: it changes what they see once, and is worded once for each of them ---


class Heard(Duel):
    """The duel, which counts how often each event is worded."""

    def __init__(self) -> None:
        super().__init__()
        self.worded: Counter[int] = Counter()

    def tell(self, board: DuelBoard, event: Event) -> LogLine | None:
        """By the event itself: two alike are two."""
        self.worded[id(event)] += 1
        line: LogLine | None = super().tell(board, event)
        return line


@pytest.mark.parametrize("people", [(None,), ("party",), ("party", "foe")])
def test_each_event_is_worded_once_for_each_who_looks_on(people: tuple[str | None, ...]) -> None:
    rules = Heard()
    match = play_out(Match.begin(rules, brawl()))
    rules.worded.clear()
    for head in [Playhead(match, viewer) for viewer in people]:
        while not head.caught_up:
            head.advance(0.2)
    assert set(rules.worded) <= {id(event) for event in match.events} and len(rules.worded) > 20
    assert max(rules.worded.values()) <= len(people)


def test_what_one_looks_at_changes_once_with_each_event(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_out(Match.begin(Duel(), duel()))
    head = Playhead(match, None)
    written: list[Event] = []

    def counted(state: AnyState, event: Event) -> AnyState:
        written.append(event)
        return evolve(state, event)

    monkeypatch.setattr("game.scene.event_feed.evolve", counted)
    head.skip()
    assert written == match.events
    assert head.scene.state == match.state


def test_what_follows_an_event_is_what_the_next_one_begins_with() -> None:
    """So that nobody's standing is asked for twice."""
    for setup, viewer in ((duel(), "red"), (brawl(), None)):
        told: list[VisibleEvent] = list(EventFeed(play_out(Match.begin(Duel(), setup)), viewer).news())
        assert len(told) > 20
        for one, other in pairwise(told):
            assert one.after is other.before
            assert (one.after is one.before) == (one.after.state is one.before.state)


# --- What of a log is read: by kind, by whom it is about, and by words ---

ADA, ORC = Id("ada"), Id("orc")


def entry(text: str, depth: int, kind: str = "rest", who: Id | None = None, target: Id | None = None) -> LogEntry:
    return LogEntry(LogLine(text, depth, who), None, kind=kind, target=target)  # type: ignore[arg-type]


LOG = [
    entry("Round 1", 0, "heading"),
    entry("Ada strikes at Orc", 1, "attack", ADA, ORC),
    entry("d20 7 +2 = 9", 2, "attack", ADA, ORC),
    entry("Orc loses 3", 2, "harm", ORC),
    entry("Orc runs", 1, "movement", ORC),
    entry("Round 2", 0, "heading"),
    entry("Ada waits", 1, "deed", ADA),
]


def read(**wanted: object) -> list[str]:
    return [LOG[number].line.text for number in Wanted(**wanted).kept(LOG)]  # type: ignore[arg-type]


def test_with_nothing_said_all_is_read() -> None:
    assert read() == [each.line.text for each in LOG]


def test_what_happened_is_kept_with_its_dice_and_under_its_heading() -> None:
    attack = ["Round 1", "Ada strikes at Orc", "d20 7 +2 = 9", "Orc loses 3"]
    assert read(kind="attack") == attack
    assert read(kind="harm") == attack, "what came of it is told with it"
    assert read(kind="movement") == ["Round 1", "Orc runs"]
    assert read(kind="deed") == ["Round 2", "Ada waits"]
    assert read(kind="courage") == []


def test_about_somebody_is_what_they_do_and_what_is_done_to_them() -> None:
    assert read(who=ORC) == ["Round 1", "Ada strikes at Orc", "d20 7 +2 = 9", "Orc loses 3", "Orc runs"]
    assert read(who=ADA, kind="deed") == ["Round 2", "Ada waits"]


def test_words_are_found_in_any_case() -> None:
    assert [each.line.text for each in LOG if Wanted(words="ORC").finds(each)] == [
        LOG[1].line.text,
        "Orc loses 3",
        "Orc runs",
    ]
    assert not any(Wanted().finds(each) for each in LOG)


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (Moved(ADA, (0, 0), (1, 0)), "movement"),
        (Left(ADA, "gone"), "movement"),
        (EdgeChanged("door", True, ADA), "movement"),
        (AttackDeclared(ADA, ORC, "sword", "melee"), "attack"),
        (AttackHit(ADA, ORC), "attack"),
        (Harmed(ADA, 2, 3), "harm"),
        (Fell(ADA, "dead"), "harm"),
        (Checked(ADA, "wits", 7, Tally(), 9, False, "D-1"), "test"),
        (Broke("red", ADA, "alone", "D-1"), "courage"),
        (Did(ADA, "waits", "D-1"), "deed"),
        (Reacted(ADA, "dodges", "D-1"), "deed"),
        (TurnBegan(ADA), "rest"),
        (Said("A line"), "rest"),
    ],
)
def test_kinds_follow_from_what_events_are(event: Event, kind: str) -> None:
    assert kind_of(event, LogLine("", 1)) == kind
    assert kind in (*KINDS, "rest")


def test_what_stands_over_others_is_a_heading() -> None:
    assert kind_of(RoundBegan(1), LogLine("Round 1")) == "heading"


# --- What a battle was, in numbers ---


def test_dice_are_counted_one_by_one_whatever_pool_they_were_thrown_in() -> None:
    match = begin(duel())
    start = match.state
    events = [
        Rolled("5d6", (6, 1, 2, 6, 3), "attack", Id("Ada")),
        Rolled("d6", (6,), "harm", Id("Ada")),
        Rolled("d20", (20,), "attack", Id("Ada")),
        Rolled("2d6", (1, 2), "attack", Id("Orc")),
    ]
    found = report(match.ruleset, match.setup, match.ground, start, events).throws
    counted = {key: (throws.count, throws.total, throws.highest) for key, throws in found.items()}
    assert counted == {("red", 6): (6, 24, 3), ("red", 20): (1, 20, 1), ("blue", 6): (2, 3, 0)}


def test_harm_is_put_down_to_what_brought_it_about() -> None:
    """Ada misses; later the orc falls by itself, and then she pushes it into a fire."""
    match = begin(duel())
    ada, orc = Id("Ada"), Id("Orc")
    hp = match.state.combatants[orc].sheet.hp
    events = [
        AttackMissed(ada, orc),
        PointsRolled(orc, "a fall", "d6", (2,), 2, Tally(), 2, "D-8"),
        Changed(orc, {"hp": hp - 2}),
        PointsRolled(orc, "fire", "d6", (1,), 1, Tally(), 1, "D-8", ada),
        Changed(orc, {"hp": hp - 3}),
    ]
    found = report(match.ruleset, match.setup, match.ground, match.state, events).deeds
    assert (found[orc].taken, found[ada].dealt) == (3, 1)


def test_who_is_felled_by_magic_that_rolls_no_harm_is_put_down_to_its_caster() -> None:
    match = begin(duel())
    ada, orc = Id("Ada"), Id("Orc")
    events = [Cast(ada, "casts Heavy Lids on", "D-8", orc), Changed(orc, {"hp": 0})]
    found = report(match.ruleset, match.setup, match.ground, match.state, events)
    assert found.deeds[ada].felled == 1
    assert [(fall.who, fall.by) for fall in found.falls] == [(orc, ada)]


def test_whoever_has_left_the_field_is_said_to_be_gone() -> None:
    match = begin(duel())
    found = report(match.ruleset, match.setup, match.ground, match.state, [Left(Id("Orc"), "flees")]).deeds
    assert {who: deeds.gone for who, deeds in found.items()} == {Id("Ada"): False, Id("Orc"): True}
