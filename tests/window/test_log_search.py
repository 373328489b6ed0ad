"""The open log: searched, narrowed down, copied; from a line to its place and its rule."""

from __future__ import annotations

import pygame
import pytest

from game.play.decision_log import BEFORE
from game.rules.events import Id
from game.rules.questions import Answer
from game.rules.registry import ruleset
from game.rules.setup import Recruit
from game.scene.scene import Wanted
from game.view.board import overlays
from game.view.board.overlays import CELL
from game.view.board.tokens import TokenStyles
from game.view.panels.log_panel import LogPanel, LogTools
from game.view.widgets.forms import ListBox
from game.view.widgets.theme import Typography, Weight
from game.window import desktop
from game.window.battle import draw_battle, line_marks
from game.window.battle.line_marks import RULE, WHY, marks_at, tip_of
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.rules import RulesScreen
from tests.rules.battles import begin, duel
from tests.terminal.text_game import after, play, table
from tests.window.seated import sit
from tests.window.test_secrecy import battle

CLOSE = (Recruit("skeletal-warrior", "", (4, 4)), Recruit("skeletal-archer", "", (9, 4)))


STRUCK = list[Answer]()
"""The answers up to the blow."""


@pytest.fixture
def fought(app: App, duel_installed: None) -> Pilot:
    """A battle on the screen in whose first turn a blow was struck: played there once, then gone on with."""
    pilot = sit(app, battle(*CLOSE), "party", "foe", answers=STRUCK)
    for _ in range(0 if STRUCK else 16):
        question = pilot.wait_until_asked()
        assert question is not None
        keys = list(question.options.all_keys())
        if any("strikes at" in entry.line.text or "attacks" in entry.line.text for entry in pilot.battle.scene.log):
            break
        wanted = [key for key in keys if key.startswith(("strike", "shoot"))]
        pilot.screen.answer(
            (wanted or [key for key in ("colette", "annora", "done", "end", question.idle) if key in keys])[0]
        )
    pilot.wait_until_asked()
    STRUCK[:] = pilot.battle.session.match.history
    return pilot


def shown(pilot: Pilot) -> list[str]:
    """The lines that can be read."""
    pilot.app.step(0, [])
    return [entry.line.text for entry in pilot.battle.panels.log.shown(pilot.battle.scene)]


def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What comes to lie on the desktop."""
    texts: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", texts.append)
    return texts


def test_a_mark_of_a_line_is_clear_of_what_opens_the_log(fought: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    view, panels = fought.battle.view, fought.battle.panels
    monkeypatch.setattr(line_marks, "doing_of", lambda view, entry: BEFORE)
    fought.app.draw()
    assert panels.log.rows[0][0].colliderect(panels.log.handle)
    for row, _ in panels.log.rows:
        ((box, word),) = marks_at(view, panels, row.center)
        assert word == WHY and not box.colliderect(panels.log.handle) and row.contains(box)


def test_where_cells_are_told_the_board_has_their_numbers_and_a_line_pointed_at_shows_its_place(
    fought: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, panels = fought.battle.view, fought.battle.panels
    panels.log.open = True
    fought.step()
    numbered, marked = list[bool](), list[object]()
    monkeypatch.setattr(draw_battle, "draw_rulers", lambda *_: numbered.append(True))
    monkeypatch.setattr(overlays, "draw_cursor", lambda *how: marked.append(how[2]))
    texts = draw_battle.told_on_screen(fought.battle.asked, panels)
    assert not any("5,4" in text for text in texts)
    fought.app.draw()
    assert bool(numbered) == any(map(CELL.search, texts))
    monkeypatch.setattr(LogPanel, "texts", ["Annora runs 10 ft to 5,4"])
    fought.app.draw()
    assert numbered, "a cell is told"
    scene = view.scene
    box, number = next((box, n) for box, n in panels.log.rows if scene.log[n].at is not None)
    fought.point((box.left + 20, box.centery))
    fought.app.draw()
    assert scene.log[number].at in marked


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_no_mark_of_a_line_lies_on_its_words(
    fought: Pilot, monkeypatch: pytest.MonkeyPatch, scale: float, opened: bool
) -> None:
    fought.app.preferences.ui_scale = scale
    fought.app.restyle()
    view, log = fought.battle.view, fought.battle.panels.log
    monkeypatch.setattr(line_marks, "doing_of", lambda view, entry: BEFORE)
    log.open = opened
    fought.step()
    met = set()
    for (box, _), row in zip(log.rows, log._shown, strict=True):
        marks = marks_at(view, fought.battle.panels, box.center)
        met |= {word for _, word in marks}
        depth = row.entry.line.depth
        weight: Weight = "semibold" if depth == 0 else "regular"
        end = box.left + view.look.px(12 * max(1, depth)) + view.look.width(row.text, log._size(depth), weight)
        assert all(mark.left >= end for mark, _ in marks), row.text
    assert met == ({WHY, RULE} if opened else {WHY})


def test_beside_a_mark_stands_what_it_is_for(fought: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    view, panels = fought.battle.view, fought.battle.panels
    monkeypatch.setattr(line_marks, "doing_of", lambda view, entry: BEFORE)
    panels.log.open = True
    fought.step()
    row = next(box for box, _ in panels.log.rows if len(marks_at(view, panels, box.center)) == 2)
    why, rule = (box.center for box, _ in marks_at(view, panels, row.center))
    cited = tip_of(view, panels, (row.left + 20, row.centery))
    assert tip_of(view, panels, why) == "Why did it do that? (W)"
    assert cited and tip_of(view, panels, rule) == f"Read rule {cited.splitlines()[0]}"


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
def test_nothing_over_the_open_log_is_cut(fought: Pilot, cuts: list[str], size: tuple[int, int]) -> None:
    fought.app.window.size = size
    fought.app.restyle()
    fought.press("j")
    cuts.clear()
    fought.app.draw()
    tools = fought.screen.input.log_tools
    assert {tools.before.text, tools.after.text, tools.copy.text}.isdisjoint(cuts)


def test_ctrl_f_opens_it_and_letters_are_words_and_no_commands(fought: Pilot) -> None:
    stage = fought.battle
    fought.press("ctrl+f")
    fought.type("turn")
    assert stage.panels.log.open and stage.panels.log.wanted.words == "turn"
    at, count = stage.panels.log.found(stage.scene)
    assert at == count >= 1, "the latest first"
    fought.press("return")
    assert stage.panels.log.found(stage.scene)[0] == 1, "round to the first"
    fought.press("shift+return")
    assert stage.panels.log.found(stage.scene)[0] == count
    assert fought.at_battle and stage.prompt is None and stage.choosing is not None and stage.choosing.verb is None
    fought.press("escape")
    assert not fought.screen.input.log_tools.typing and fought.at_battle


def test_a_match_among_folded_dice_is_opened_and_brought_into_sight(fought: Pilot) -> None:
    stage = fought.battle
    assert not any("d20" in text for text in shown(fought))
    fought.press("ctrl+f")
    fought.type("d20")
    fought.app.step(0, [])
    line = stage.panels.log.clicked(stage.scene)
    assert line is not None and "d20" in line.line.text
    assert stage.panels.log.at in [number for _, number in stage.panels.log.rows]


def test_it_is_narrowed_down_to_a_kind_and_to_somebody(fought: Pilot) -> None:
    everything = shown(fought)
    tools = fought.screen.input.log_tools
    fought.battle.panels.log.open = True
    fought.app.step(0, [])
    fought.click(tools.kind.rect.center)
    attacks = shown(fought)
    assert fought.battle.panels.log.wanted.kind == "attack"
    assert 0 < len(attacks) < len(everything) and set(attacks) < set(everything)
    who = tools.whom.choices[-1][0]
    tools.about(who)  # type: ignore[arg-type]
    assert all(
        who in (entry.line.who, entry.target) or entry.line.depth != 1
        for entry in fought.battle.panels.log.shown(fought.battle.scene)
    )


def test_ctrl_and_a_click_on_somebody_reads_about_them(fought: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    fought.battle.panels.log.open = True
    monkeypatch.setattr("pygame.key.get_mods", lambda: pygame.KMOD_CTRL)
    before = len(fought.battle.session.match.history)
    fought.click_spot((4.5, 4.5))
    assert fought.battle.panels.log.wanted.who == "skeletal-warrior-1"
    assert len(fought.battle.session.match.history) == before, "nothing is chosen by it"
    fought.click_spot((0.5, 0.5))
    assert fought.battle.panels.log.wanted.who is None


def test_a_line_shows_its_place_and_leads_to_its_rule(fought: Pilot) -> None:
    stage = fought.battle
    stage.panels.log.open = True
    fought.app.step(0, [])
    scene = stage.scene
    box, number = next(
        (box, n)
        for box, n in stage.panels.log.rows
        if scene.log[n].line.rules and scene.log[n].at and scene.log[n].line.depth
    )
    fought.click((box.left + 20, box.centery))
    assert stage.view.told_at == scene.log[number].at
    fought.app.step(0, [])
    box = next(box for box, n in stage.panels.log.rows if n == number)
    fought.point((box.left + 20, box.centery))
    mark = next(rect for rect, word in marks_at(stage.view, stage.panels, (box.left + 20, box.centery)) if word == RULE)
    fought.click(mark.center)
    assert isinstance(fought.app.top, RulesScreen)
    screen = fought.app.top
    assert screen.found[screen.chosen][0] == scene.log[number].line.rules[0]


def test_the_rule_that_is_looked_up_is_seen_in_the_list_and_picking_another_does_not_scroll_it(app: App) -> None:
    rules = ruleset("sovereign")
    screen = RulesScreen(app, rules, rules.ledger.rules[-1].number)
    app.push(screen)
    pilot = Pilot(app)

    def listed() -> ListBox:
        return next(widget for widget in screen.group.widgets if isinstance(widget, ListBox))

    def middle(row: int) -> tuple[int, int]:
        box = listed()
        return box.rect.centerx, box.rect.top + 4 + row * box.height + box.height // 2 - box.top

    last, top = len(rules.ledger.rules) - 1, listed().top
    assert top > 0 and listed().row_at(middle(last)) == last
    pilot.click(middle(last - 3))
    assert screen.chosen == last - 3 and listed().top == top


def test_it_is_copied_as_text(fought: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = copied(monkeypatch)
    stage = fought.battle
    stage.panels.log.open = True
    fought.app.step(0, [])
    fought.click(fought.screen.input.log_tools.copy.rect.center)
    assert [line.strip().partition("  [")[0] for line in texts[-1].splitlines()] == shown(fought)
    assert fought.app.notice == f"Copied: {len(shown(fought))} lines"
    box, number = stage.panels.log.rows[-1]
    fought.click((box.left + 20, box.centery))
    fought.press("ctrl+c")
    assert stage.scene.log[number].line.text in texts[-1] and "\n" not in texts[-1]
    assert fought.app.notice == "Copied: 1 line"


def test_without_a_clipboard_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(text: str) -> None:
        raise pygame.error("no clipboard here")

    monkeypatch.setattr("pygame.scrap.put_text", none)
    assert desktop.copied("a line") == "This system has no clipboard to copy to: no clipboard here"
    assert desktop.copied("") == "There is nothing to copy."


def test_what_one_person_looked_for_is_gone_when_another_looks() -> None:
    match = begin(duel())
    panel = LogPanel(TokenStyles(match.setup), Typography(), match.ruleset.ledger)
    tools = LogTools(panel, print)
    tools.find()
    tools.field.text = "hits"
    tools._search("hits")
    tools.about(Id("Orc"))
    assert panel.wanted == Wanted(None, Id("Orc"), "hits") and tools.typing
    tools.forget()
    assert (tools.field.text, tools.kind.value, tools.whom.value, panel.wanted) == ("", "", "", Wanted())
    assert not tools.typing


def test_the_text_game_looks_for_words_too(duel_installed: None) -> None:
    text = play(table(duel(), "human,human", dice="typed"), "", "strike Orc", "5", "log MISSES", "log nothing of that")
    assert after(text, "log MISSES") == "  Ada misses Orc with 9  [D-1]"
    assert "No line of the log has the words 'nothing of that'." in text


def test_what_finds_words_tells_its_key_whole_or_not_at_all(app: App, duel_installed: None) -> None:
    pilot = sit(app, battle(*CLOSE), "party", "foe")
    pilot.wait_until_asked()
    pilot.press("j")
    stage = pilot.battle
    look, tools, rect = stage.view.look, stage.panels.log_tools, stage.panels.log_rect
    assert tools is not None
    assert tools.field.hint == "Find Ctrl+F" and tools.field.holds(look, tools.field.hint)
    tools.lay(look, stage.scene, rect, lambda control: "Ctrl+Shift+F")
    assert tools.field.hint == "Find"
