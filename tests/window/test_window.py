"""Whole battles in the window, driven by the pilot: with clicks alone and with keys alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pygame
import pytest

from game.files.errors import BadFile
from game.files.saves import load_match
from game.play.folders import state_folder
from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.rules.events import Id
from game.rules.match import Match, Orders
from game.rules.questions import REFEREE, AnyOption, Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import state_hash
from game.spatial.field import Field
from game.spatial.places import as_cell
from game.view.panels.cards import cite
from game.window.battle.camera_work import concerned
from game.window.battle.preview import tell, tell_answers, tell_chance
from game.window.battle.target_forecast import tell_plate
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.window import open_app
from tests.rules.battles import Drawn, duel

Opening = Callable[..., Pilot]


@pytest.fixture
def window() -> Iterator[Opening]:
    """Open a battle in a window: ``window(setup, red=HUMAN, blue=Player("ai", "instinct"))``."""
    apps: list[App] = []

    def opened(setup: Setup, seed: int = 5, **players: Player) -> Pilot:
        match = Match.begin(ruleset(setup.ruleset), setup)
        seats = {Seat(side.name): players.get(side.name, Player("ai", "instinct")) for side in setup.sides}
        if "referee" in players:
            seats[REFEREE] = players["referee"]
        session = Session(match, seats, seed, "seeded", state_folder("autosaves") / "battle.save")
        app = open_app(Preferences(speed=8.0, calm=True, hints=False, warn_end=False))
        apps.append(app)
        app.push(BattleScreen(app, session, None))
        return Pilot(app)

    yield opened
    for app in apps:
        app.window.destroy()


def finish(pilot: Pilot, by: Callable[[Pilot, str], None] = Pilot.choose, seed: int = 3, most: int = 500) -> int:
    """Play on by lot until the result is on the screen, or so many answers were given; gives their number."""
    drawn, answers = Drawn(seed), 0
    while (question := pilot.wait_until_asked()) is not None and answers < most:
        key = drawn.answer(pilot.battle.session.match, question)
        assert isinstance(key, str)
        by(pilot, key)
        answers += 1
    return answers


def test_a_battle_is_played_by_clicks_alone(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN)
    assert finish(pilot) > 2
    assert pilot.battle.session.match.over
    assert type(pilot.app.top).__name__ == "ResultScreen"


def test_two_people_play_at_one_screen_by_clicks(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN, blue=HUMAN)
    battle = pilot.battle

    def choose(hands: Pilot, key: str) -> None:
        hands.choose(key)
        while not hands.at_battle and "I am ready" in " ".join(hands.buttons()):
            hands.click_button("I am ready")

    drawn = Drawn(2)
    for _ in range(400):
        question = pilot.wait_until_asked()
        if question is None:
            if "I am ready" not in " ".join(pilot.buttons()):
                break
            pilot.click_button("I am ready")
            continue
        key = drawn.answer(battle.session.match, question)
        assert isinstance(key, str)
        choose(pilot, key)
    assert battle.session.match.over


def by_arrows(pilot: Pilot, option: AnyOption) -> None:
    """Move the cursor to the target or place of an option."""
    battle = pilot.battle
    goal = battle.scene.tokens[option.target].at if option.target in battle.scene.tokens else option.place
    assert goal is not None
    east, south = as_cell(goal)
    assert battle.view.cursor is not None
    for _ in range(60):
        x, y = battle.view.cursor.cell
        if (x, y) == (east, south):
            break
        pilot.press("right" if x < east else "left" if x > east else "down" if y < south else "up")


def press_keys(pilot: Pilot, key: str, aim: Callable[[Pilot, AnyOption], None] = by_arrows) -> None:
    """Answer with keys: the list's digits, or the verb's number, then the cursor."""
    battle = pilot.battle
    choosing = battle.choosing
    assert choosing is not None
    option = choosing.question.options.find(key)
    if battle.prompt is None:
        verb = next(
            verb
            for verb in choosing.verbs
            if option.key in {o.key for o in verb.options} or any(f.find(option.key) for f in verb.families)
        )
        pilot.press_verb(verb)
        if battle.choosing is choosing and battle.prompt is None and battle.view.cursor is None:
            pilot.press("return")
        if battle.choosing is choosing and battle.prompt is None:
            aim(pilot, option)
            pilot.press("return")
    if battle.choosing is choosing and battle.prompt is not None:
        pilot.press(str([o.key for o in battle.prompt.options].index(key) + 1))


def test_a_battle_is_played_with_the_keys_alone(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN)
    assert finish(pilot, press_keys) > 2
    assert pilot.battle.session.match.over


def test_the_first_question_shows_where_one_can_go(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN)
    question = pilot.wait_until_asked()
    assert question is not None
    assert question.seat == "red"
    assert "red Ada at 1,1 12/12" in pilot.text()
    assert pilot.battle.choosing is not None
    assert pilot.battle.choosing.lit()


@pytest.mark.usefixtures("figures")
def test_hovering_tells_the_odds_and_changes_nothing(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN)
    pilot.wait_until_asked()
    battle = pilot.battle
    before = state_hash(battle.session.match.state)
    pilot.point_cell((2, 1))
    asked = battle.asked
    assert asked is not None
    option = asked.choosing.at(battle.scene.aim_at((2, 1)))[0]
    pilot.wait_until(lambda: asked.forecast.chance(option) is not None, "odds are known")
    chance = asked.forecast.chance(option)
    assert chance is not None
    ((attacker, target, share),) = chance.hits
    assert (attacker, target) == (Id("Ada"), Id("Orc"))
    assert 0 < share < 1
    pilot.wait_until(lambda: bool(asked.forecast.answered(option)), "answers are known")
    preview = asked.previews.of(option)
    answered = asked.forecast.answered(option)
    ledger = battle.session.match.ruleset.ledger
    brief, whole = (
        [(fact.text, fact.value) for fact in tell(preview, chance, battle.scene, ledger, working=False,
                                                 who=battle.active, answered=answered, whole=full)]
        for full in (False, True)
    )  # fmt: skip
    assert brief[:2] == [("60 % to hit · 2.6 on average", ""), ("15 % to fell", "")]
    assert whole[0] == ("If nobody reacts", "")
    assert ("Answered with parry: hits 40 %, −1.8, falls 10 %", "") in brief
    tally = preview.about.tally
    assert tally is not None and tally.terms
    for term in tally.terms:
        assert not any(term.rule in text for text, _ in brief), "the parts of the sum are told with all of it"
        assert (f"{term.label}  ·  {cite(ledger, term.rule)}", f"{term.value:+d}") in whole
    assert battle.asked is not None and tell_plate(battle.view, battle.asked, preview)
    odds = battle.panels.laid.odds
    assert odds is not None and not [
        line.text for line in odds.lines if "to hit" in line.text or "to fell" in line.text
    ]
    stray, scene = (attacker, Id("Ada"), Fraction(1, 20)), battle.scene
    facts = tell_chance(
        dataclasses.replace(chance, hits=((target, attacker, share), stray, *chance.hits)), scene, battle.active
    )
    assert [fact.text for fact in facts][:3] == ["Hits Orc", "Hits Ada", "Orc hits Ada"], "whom it is for comes first"
    assert ("If Orc answers: parry (best)", "") in whole
    (parried,) = answered
    for aimed, said in ((attacker, "Answered with Orc's guard"), (parried.who, "Answered with guard")):
        guard = dataclasses.replace(parried, topic="guard", who=None)
        told = tell_answers((guard,), scene, attacker, aimed, whole=False)
        assert [fact.text for fact in told] == [f"{said}: hits 40 %, −1.8, falls 10 %"], "whoever steps in is named"
    guard = dataclasses.replace(guard, chance=dataclasses.replace(guard.chance, hits=(stray, *guard.chance.hits)))
    assert tell_answers((guard,), scene, attacker, Id("Bran"), whole=False)[0].text.startswith(
        "Answered with Orc's guard"
    )
    assert ("If Orc answers: parry (best)", "") not in brief
    assert state_hash(battle.session.match.state) == before


def test_a_move_is_taken_back_and_a_blow_is_not(window: Opening) -> None:
    pilot = window(duel(orc=(5, 3)), red=HUMAN)
    pilot.wait_until_asked()
    before = pilot.text()
    pilot.choose("move 0,0")
    pilot.wait_until_asked()
    assert pilot.text() != before
    pilot.press("ctrl+z")
    pilot.wait_until_asked()
    assert pilot.text() == before
    assert pilot.app.notice.startswith("Taken back")


def test_what_dice_have_shown_is_not_taken_back(window: Opening) -> None:
    pilot = window(duel(), seed=1, red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("strike Orc")
    assert pilot.wait_until_asked() is not None
    answers = len(pilot.battle.session.match.history)
    pilot.press("ctrl+z")
    assert len(pilot.battle.session.match.history) == answers
    assert "stands" in pilot.app.notice or "take back" in pilot.app.notice


def test_a_battle_of_ais_is_saved_on_the_way(window: Opening, at_home: Path) -> None:
    pilot = window(duel())
    match, saved = pilot.battle.session.match, pilot.battle.session.autosave
    while not match.history or not saved.exists():
        pilot.step(1)
    assert load_match(saved).match.history


def test_a_disk_that_refuses_does_not_keep_the_window_from_closing(
    window: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Session) -> None:
        raise BadFile("battle.save: could not be written (No space left on device)")

    pilot = window(duel(), red=HUMAN)
    monkeypatch.setattr(Session, "write_autosave", refuse)
    pilot.app.quit()
    assert not pilot.app.running
    assert pilot.app.notice.startswith("battle.save: could not be written")


def test_closing_the_window_keeps_the_battle(window: Opening, at_home: Path) -> None:
    pilot = window(duel(orc=(5, 3)), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("move 0,0")
    battle = pilot.battle
    pilot.app.step(0.01, [pygame.Event(pygame.QUIT)])
    assert not pilot.app.running
    saved = load_match(battle.session.autosave)
    assert state_hash(saved.match.state) == state_hash(battle.session.match.state)


def test_one_in_hiding_is_nowhere_on_the_other_sides_screen(window: Opening) -> None:
    """The same battle with and without the one in hiding gives the same picture, log and sounds."""
    hidden = duel(orc=(5, 3))
    foe = SideSetup("blue", (*hidden.sides[1].squad, Recruit("thief", "Lurker", (4, 0), hidden=True)))
    seen = []
    for sides in (hidden.sides, (hidden.sides[0], foe)):
        pilot = window(Setup("duel", hidden.field, sides), red=HUMAN)
        pilot.wait_until_asked()
        pilot.point((300, 300))
        pilot.step(100)
        pilot.app.draw()
        seen.append((pygame.image.tobytes(pilot.app.surface, "RGB"), pilot.text(), list(pilot.app.sounds.heard)))
    assert seen[0][1] == seen[1][1]
    assert seen[0][2] == seen[1][2]
    assert seen[0][0] == seen[1][0]


def test_the_window_can_be_made_small_and_large(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN)
    pilot.wait_until_asked()
    for size in ((1024, 576), (3840, 2160), (1280, 720)):
        pilot.app.window.size = size
        pilot.step(2)
        area = pygame.Rect(0, 0, *pilot.app.surface.get_size())
        assert all(area.contains(widget.rect) for widget in pilot.battle.panels.bar.widgets)
    pilot.choose("end")


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
def test_every_ui_scale_keeps_the_buttons_inside(window: Opening, scale: float) -> None:
    pilot = window(duel(), red=HUMAN)
    pilot.wait_until_asked()
    pilot.app.preferences.ui_scale = scale
    pilot.app.restyle()
    pilot.step(2)
    area = pygame.Rect(0, 0, *pilot.app.surface.get_size())
    for widget in pilot.battle.panels.bar.widgets:
        assert area.contains(widget.rect)
        assert widget.rect.height >= 27


def test_a_person_is_the_referee(window: Opening) -> None:
    setup = duel(stumble="ask")
    pilot = window(setup, red=HUMAN, referee=HUMAN)
    finish(pilot, seed=7)
    assert pilot.battle.session.match.over


def test_sovereign_in_the_window(window: Opening) -> None:
    """A battle with reactions, popups and families, by clicks."""
    rules = ruleset("sovereign")
    parties = rules.parties()
    from game.spatial.field import Spawn

    field = Field(
        12,
        8,
        spawns=(
            Spawn("a", "party", tuple((x, y) for x in (1, 2) for y in range(2, 6))),
            Spawn("b", "foe", tuple((x, y) for x in (9, 10) for y in range(2, 6))),
        ),
    )
    setup = Setup(
        "sovereign",
        field,
        (SideSetup("party", parties["first-steps"][:2], party=True), SideSetup("foe", parties["skeletons"][:2])),
    )
    pilot = window(setup, party=HUMAN)
    finish(pilot, seed=4, most=60)
    assert pilot.battle.scene.log
    assert all(isinstance(who, str) for who in map(Id, pilot.battle.scene.tokens))


def test_a_window_that_can_not_be_opened_is_told_in_a_sentence(
    run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise pygame.error("no available video device")

    monkeypatch.setattr(pygame.display, "init", refuse)
    code, _, errors = run("play")
    assert code == 2
    assert "no available video device" in errors
    assert "battlemat text" in errors
    assert "Traceback" not in errors


def test_a_prompt_does_not_hide_whom_it_is_about(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN, blue=HUMAN)
    pilot.battle.session.orders[Seat("blue")] = Orders("ask")
    pilot.wait_until_asked()
    pilot.choose("strike Orc")
    question = pilot.wait_until_asked()
    assert question is not None
    assert question.kind == "react"
    prompt = pilot.battle.prompt
    assert prompt is not None
    pilot.step(30)
    battle = pilot.battle
    about = [battle.scene.tokens[who].middle for who in concerned(battle.view, battle.asked)]
    assert about and not any(prompt.rect.collidepoint(battle.view.camera.pixel(spot)) for spot in about)


def test_orders_given_while_a_question_is_open_do_not_answer_it(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN, blue=HUMAN)
    pilot.battle.session.orders[Seat("blue")] = Orders("ask")
    pilot.wait_until_asked()
    pilot.choose("strike Orc")
    question = pilot.wait_until_asked()
    pilot.battle.session.orders[Seat("blue")] = Orders("never")
    pilot.step(10)
    assert pilot.battle.session.match.pending is question
    assert pilot.battle.prompt is not None


def test_what_was_worked_out_between_two_pictures_is_drawn(window: Opening) -> None:
    pilot = window(duel(), red=HUMAN)
    pilot.wait_until_asked()
    pilot.wait_until(lambda: not pilot.screen.moving, "the picture rests")
    pilot.step(3)
    before = pilot.app.frames
    pilot.app.oracle.ask(lambda: None)
    pilot.step()
    assert pilot.app.frames == before + 1
