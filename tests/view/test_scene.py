"""The scene as text, the playhead that moves it, and questions as verbs and cells: nothing is drawn here."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.events import Id
from game.rules.questions import Choose, Menu, Option, QuestionKind, Seat
from game.rules.setup import Recruit, Setup, SideSetup
from game.scene.choosing import Choosing
from game.scene.moves import VisualEffect
from game.scene.playhead import Playhead, RunningEffect
from game.scene.scene import Scene
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
