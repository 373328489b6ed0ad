"""Looking closely at somebody: what stands on the pages, how links lead on and back, and who is told what."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.kit.facts import AttackHit
from game.play.inspection import Inspection, Page
from game.rules.dice import sides_of
from game.rules.events import Id, Miss
from game.rules.match import AnyMatch, Match
from game.rules.questions import Roll, Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit
from game.scene.playhead import Playhead
from game.scene.scene import Scene
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.inspect import InspectScreen
from rulesets.ingenuity.sheet.sheet import Readied
from tests.rules.battles import duel
from tests.rulesets.ingenuity.kit import Fight
from tests.window.seated import sit, top
from tests.window.test_secrecy import FOES, LURKER, NEAR, Twins, battle
from tests.window.test_secrecy import twins as twins  # a fixture

ANNORA, ARCHER = Id("annora"), Id("skeletal-archer-1")


def shot_at() -> AnyMatch:
    """An archer has been shot at; the party's turn goes on."""
    near = (Recruit("skeletal-warrior", "", (12, 3)), Recruit("skeletal-archer", "", (9, 4)))
    match: AnyMatch = Match.begin(ruleset("sovereign"), battle(*near, LURKER))
    while not any(isinstance(event, Miss | AttackHit) for event in match.events):
        question = match.pending
        assert question is not None
        if isinstance(question, Roll):
            match.answer(tuple(1 for _ in sides_of(question.dice)))
            continue
        wanted = (f"shoot {ARCHER} small-bow", "colette", "end", "done", question.idle)
        match.answer(next(key for key in wanted if question.options.get(key) is not None))
    return match


def pages_of(match: AnyMatch, who: Id, viewer: str | None = "party") -> Inspection:
    """What a side may read of somebody."""
    head = Playhead(match, None if viewer is None else Seat(viewer))
    head.skip()
    return Inspection(head.scene, who, viewer)


def inspected(app: App) -> Id:
    """Who is looked at closely."""
    assert isinstance(app.top, InspectScreen)
    return app.top.token.id


def press(pilot: Pilot, *keys: str) -> None:
    """One key after the other."""
    for key in keys:
        pilot.press(key)


def row_of(page: Page, text: str) -> int:
    """The number of the row that begins so."""
    return next(number for number, row in enumerate(page.rows) if row.text.startswith(text))


def test_the_first_page_tells_everything() -> None:
    page = pages_of(Match.begin(ruleset("sovereign"), battle(*FOES)), ANNORA).first()
    assert page.title == "Annora"
    for told in (
        "The party · at 2,4",
        "HP  6/6",
        "Short sword  d6, Shock 2/15, in hand",
        "Armsmaster",
        "Level  1, warrior",
    ):
        assert told in page.told, told
    assert "Adds Stab to the damage" in page.told, "what a feat does"
    (row,) = [row for row in page.rows if row.text == "HP"]
    assert row.links[0].subject.told.startswith("What is left before somebody falls")


def test_the_last_attacks_stand_there_with_their_sums_as_in_the_log() -> None:
    match = shot_at()
    page = pages_of(match, ARCHER).first()
    at = row_of(page, "Last attacks on it")
    told = [row.text for row in page.rows[at:]]
    assert told[1].startswith("Colette"), told
    assert any("d20" in text and "=" in text for text in told[2:]), told
    mine = pages_of(match, Id("colette")).first()
    assert any(row.text == "Last attacks by it" for row in mine.rows)
    assert all(row.text != "Last attacks on it" for row in mine.rows)


def test_words_lead_to_pages_with_their_rule_whose_words_lead_on() -> None:
    inspection = pages_of(Match.begin(ruleset("sovereign"), battle(*FOES)), ANNORA)
    page = inspection.first()
    words = page.rows[row_of(page, "Short sword") + 1]
    (shock,) = [link.subject for link in words.links if words.text[link.start : link.end] == "Shock"]
    told = inspection.page(shock)
    assert told.title == "Shock"
    assert "Rule E-68: Shock: points and AC" in told.told
    weapon = page.rows[row_of(page, "Short sword")].links[0].subject
    assert "d6, Shock 2/15" in inspection.page(weapon).told
    prone = inspection.glossary.find("attack of opportunity")
    assert prone is not None
    assert not [link for row in inspection.page(prone).rows for link in row.links if link.subject == prone]


def test_a_game_without_words_shows_what_is_on_its_cards(duel_installed: None) -> None:
    page = pages_of(Match.begin(ruleset("duel"), duel()), Id("Ada"), "red").first()
    assert "Guard" in page.told and not [row for row in page.rows if row.links]


def test_who_lies_in_ambush_is_in_nobody_elses_pages() -> None:
    match = shot_at()
    for who in (ANNORA, ARCHER):
        assert "goblin" not in pages_of(match, who).first().told.casefold()
    assert "Hidden" in pages_of(match, Id("goblin-1"), "foe").first().told
    with pytest.raises(KeyError):
        pages_of(match, Id("goblin-1")).first()


def test_what_a_side_confides_is_told_to_it_alone() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)})
    fight.sheet_of("guard", readied=Readied("comes near", "strike boudica spear", "strike it"))
    board = fight.board
    scene = Scene(ruleset("ingenuity"), board.setup, board.space, board.state, board.state.combatants)
    told = [Inspection(scene, Id("guard"), side).first().told for side in ("foes", None, "party")]
    assert ["strike it, when a foe comes near" in text for text in told] == [True, True, False]
    assert all("Readied" in text for text in told), "that it holds something back shows"


def test_a_right_click_opens_it_and_links_lead_on_and_back(app: App, duel_installed: None) -> None:
    pilot = sit(app, battle(*FOES), "party")
    pilot.wait_until_asked()
    pilot.click(pilot._pixel((2.5, 4.5)), button=3)
    assert top(pilot) == "InspectScreen"
    screen = app.top
    assert isinstance(screen, InspectScreen)
    pilot.step()
    first = screen.links[0]
    pilot.click(first.rect.center)
    assert [page.title for page in screen.pages] == ["Annora", "HP"]
    assert "Back" in pilot.buttons()
    pilot.press("escape")
    assert [page.title for page in screen.pages] == ["Annora"]
    pilot.press("escape")
    assert top(pilot) == "BattleScreen"


def test_a_link_is_followed_before_the_page_has_been_drawn(app: App, duel_installed: None) -> None:
    pilot = sit(app, battle(*FOES), "party")
    pilot.wait_until_asked()
    pilot.screen.inspect(ANNORA)
    screen = app.top
    assert isinstance(screen, InspectScreen)
    link = screen.links[0]
    screen.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=link.rect.center, button=1))
    assert screen.page == screen.inspection.page(link.leads)


def test_keys_alone_go_everywhere(app: App, duel_installed: None) -> None:
    pilot = sit(app, battle(*FOES), "party")
    pilot.wait_until_asked()
    pilot.press_control("cursor")
    pilot.press_control("inspect")
    screen = app.top
    assert isinstance(screen, InspectScreen)
    pilot.step()
    pilot.press("tab")
    pilot.press("tab")
    wanted = screen.links[1].leads
    pilot.press("return")
    assert screen.page == screen.inspection.page(wanted)
    pilot.press("backspace")
    pilot.press_control("inspect")
    assert top(pilot) == "BattleScreen"


def test_portraits_and_the_card_open_it_too(app: App, duel_installed: None) -> None:
    pilot = sit(app, battle(*FOES), "party")
    pilot.wait_until_asked()
    box, slot = pilot.battle.panels.turns._places[-1]
    pilot.click(box.center, button=3)
    assert inspected(app) == slot.who
    pilot.press("escape")
    pilot.choose("colette")
    pilot.wait_until_asked()
    pilot.step(3)
    pilot.click(pilot.battle.panels.frame.actor.center, button=3)
    assert inspected(app) == "colette"


@pytest.mark.parametrize(("size", "scale"), [((1024, 576), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.0)])
def test_long_pages_scroll_and_links_lie_where_the_page_is(
    app: App, duel_installed: None, size: tuple[int, int], scale: float
) -> None:
    app.window.size = size
    app.preferences.ui_scale = scale
    app.restyle()
    pilot = sit(app, battle(*FOES), "party")
    pilot.wait_until_asked()
    pilot.screen.inspect(ANNORA)
    screen = app.top
    assert isinstance(screen, InspectScreen)
    seen = set()
    for _ in range(30):
        pilot.step()
        app.draw()
        assert app.surface.get_rect().contains(screen.rect)
        assert all(screen.text_room.contains(spot.rect) for spot in screen.links)
        seen |= {spot.leads for spot in screen.links}
        pilot.press("down")
    wanted = {link.subject for row in screen.page.rows for link in row.links}
    assert seen == wanted, "every link comes into sight"


def test_two_windows_show_the_same_of_those_who_are_known(twins: Callable[..., Twins]) -> None:
    """With one in ambush and without: pages of everybody, word by word, after a foe's turn."""
    pair = twins(battle(*FOES, LURKER), battle(*FOES), orders={"skeletal-warrior-1": ["run 10,4"]})
    pair.until_asked()
    for who in (ANNORA, ARCHER):
        pair.each(f"inspecting {who}", lambda pilot, who=who: pilot.screen.inspect(who))  # type: ignore[misc]
        pair.each("a link", lambda pilot: press(pilot, "tab", "return"))
        pages = [pilot.app.top.inspection.first().told for pilot in pair.pilots]  # type: ignore[attr-defined]
        assert pages[0] == pages[1]
        pair.each("back", lambda pilot: press(pilot, "escape", "escape"))
    pair.look_round(NEAR[:2])
