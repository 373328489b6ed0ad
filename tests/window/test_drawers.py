"""Panels of a battle: drawers and their buttons, the open log, a close look at somebody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import msgspec
import pygame
import pytest

from battlemat_duel import Duel
from game.kit.facts import AttackHit
from game.play.decision_log import BEFORE
from game.play.inspection import Inspection, Page
from game.rules.action import SORTS, CatalogueAction
from game.rules.dice import sides_of
from game.rules.events import Id, Miss
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Option, Roll, Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit
from game.scene.choosing import Drawer, DrawerRow, Verb
from game.scene.playhead import Playhead
from game.scene.scene import Scene, Wanted
from game.view.board import overlays
from game.view.board.overlays import CELL
from game.view.board.tokens import TokenStyles
from game.view.panels.log_panel import LogPanel, LogTools
from game.view.widgets.forms import ListBox
from game.view.widgets.theme import Typography, Weight
from game.view.widgets.widget import Button
from game.window import desktop
from game.window.battle import draw_battle, line_marks
from game.window.battle.arrange import row_buttons, top_buttons
from game.window.battle.ask import list_drawer
from game.window.battle.dock import how_to_point, lay_out
from game.window.battle.line_marks import RULE, WHY, marks_at, tip_of
from game.window.battle.panels import DrawerButton, VerbButton
from game.window.battle.prompt import ChoiceRow, Prompt
from game.window.battle.stage import Stage
from game.window.controls import Keys
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.inspect import InspectScreen
from game.window.screens.rules import RulesScreen
from rulesets.ingenuity.sheet.sheet import Readied
from tests.rules.battles import begin, duel
from tests.rulesets.ingenuity.kit import Fight
from tests.terminal.text_game import after, play, table
from tests.window.seated import sit, top
from tests.window.staged import Heard, panel_rects, stage_of
from tests.window.test_secrecy import FOES, LURKER, NEAR, Twins, battle
from tests.window.test_secrecy import twins as twins  # a fixture

pytestmark = pytest.mark.usefixtures("letters")


def test_every_button_of_a_battle_is_a_command() -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    asked = stage.asked
    assert asked is not None
    choosing = asked.choosing
    for widget in [*top_buttons(stage, heard), *row_buttons(stage.view, stage.panels, heard, asked)]:
        assert isinstance(widget, Button)
        widget.press()
        if isinstance(widget, VerbButton):
            assert widget.verb is not None and heard.said[-1] == f"take {widget.verb.word}"
    names = [drawer.name for drawer in choosing.drawers]
    assert heard.said == ["pause", "explain", "undo", *(f"pull {name}" for name in names), "take end"]
    assert names == ["attack", "move", "defend"]


def listed(stage: Stage, name: str) -> tuple[Prompt, list[str]]:
    """The list of a drawer, laid, and the rows that were chosen of it."""
    asked, chosen = stage.asked, list[str]()
    assert asked is not None
    drawer = asked.choosing.drawer(name)
    assert drawer is not None
    list_drawer(asked, drawer, lambda row: chosen.append(row.title))
    lay_out(stage)
    assert asked.prompt is not None
    return asked.prompt, chosen


def rows(prompt: Prompt) -> list[ChoiceRow]:
    return [widget for widget in prompt.group.widgets if isinstance(widget, ChoiceRow)]


def press(prompt: Prompt, key: int) -> None:
    prompt.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def test_a_drawer_lists_what_can_be_done_each_by_its_digit_with_what_it_takes() -> None:
    stage = stage_of(begin(duel()))
    prompt, chosen = listed(stage, "attack")
    assert [(row.text, row.digit, row.enabled) for row in rows(prompt)] == [
        ("Strike", "1", True),
        ("Flurry", "2", True),
    ]
    assert stage.panels.frame.dock.contains(prompt.rect)
    press(prompt, pygame.K_2)
    rows(prompt)[0].click(rows(prompt)[0].rect.center)
    assert chosen == ["Flurry", "Strike"]


def test_what_cannot_be_done_now_is_behind_what_can_with_the_reason_and_is_no_command() -> None:
    stage = stage_of(begin(duel(orc=(5, 3))))
    prompt, chosen = listed(stage, "attack")
    assert [(row.text, row.under, row.enabled) for row in rows(prompt)] == [
        ("Strike", "not side by side", False),
        ("Flurry", "not side by side", False),
    ]
    for row in rows(prompt):
        prompt.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=row.rect.center))
    press(prompt, pygame.K_1)
    assert chosen == []


def test_what_a_row_does_is_told_below_the_list_while_it_is_pointed_at() -> None:
    stage = stage_of(begin(duel()))
    prompt, _ = listed(stage, "attack")
    assert "odds" not in panel_rects(stage)
    prompt.handle(pygame.Event(pygame.MOUSEMOTION, pos=rows(prompt)[0].rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    lay_out(stage)
    told = stage.panels.laid.odds
    assert told is not None
    said = " ".join(line.text for line in told.lines)
    assert "One blow at somebody side by side: d20 and bonus against guard." in said


@pytest.mark.parametrize("name", ["attack", "defend"])
def test_a_button_is_pale_where_nothing_can_be_done_and_lists_the_reasons_all_the_same(name: str) -> None:
    stage, heard = stage_of(begin(duel(orc=(5, 3)))), Heard()
    assert stage.asked is not None
    buttons = row_buttons(stage.view, stage.panels, heard, stage.asked)
    button = next(each for each in buttons if isinstance(each, DrawerButton) and each.drawer.name == name)
    assert button.enabled == (name == "defend")
    button.click(button.rect.center)
    assert heard.said == [f"pull {name}"]


def test_what_is_done_by_the_way_makes_no_button_bright() -> None:
    deed = CatalogueAction("drop", "Drop", "move", "boot", "Lie down.", "", cost="")
    verb = Verb("drop", "Drop", lone=True)
    row = DrawerRow("Drop", "boot", 1, verb, deed)
    assert Drawer("move", (row,)).usable
    assert not Drawer("move", (replace(row, deed=msgspec.structs.replace(deed, aside=True)),)).usable


def test_of_a_drawer_with_one_thing_that_has_to_be_aimed_its_button_picks_that_at_once(app: App) -> None:
    pilot = sit(app, duel(), "red", "blue")
    pilot.wait_until_asked()
    screen, stage = pilot.screen, pilot.battle
    assert isinstance(screen, BattleScreen)

    def pulled(name: str) -> tuple[str, str]:
        """The verb that is picked and the drawer that is listed after its button was pressed."""
        screen.pull(name)
        verb = stage.choosing.verb if stage.choosing is not None else None
        return verb.word if verb is not None else "", stage.prompt.listed.drawer if stage.prompt is not None else ""

    assert pulled("move") == ("move", ""), "where to is asked at once"
    assert pulled("move") == ("", "move"), "and it is listed where it is asked for again"
    assert pulled("move") == ("", ""), "the list closes as it was opened"
    assert pulled("attack") == ("", "attack"), "there are several attacks"
    assert pulled("move") == ("move", ""), "from another list too"


def test_what_is_done_at_once_is_listed_though_it_is_all_there_is() -> None:
    verb = Verb("dodge", "Dodge", lone=True)
    assert Drawer("defend", (DrawerRow("Dodge", "shield", 1, verb),)).only is None
    aimed = Verb("strike", "Strike", options=(Option("strike Orc", 0, "Strike Orc", Id("Orc")),))
    strike, other = DrawerRow("Strike", "sword", 1, aimed), DrawerRow("Shoot", "bow", 2, replace(aimed, word="shoot"))
    assert Drawer("attack", (strike, replace(other, verb=None))).only is aimed
    assert Drawer("attack", (strike, other)).only is None


def test_a_row_tells_what_its_options_take_where_that_is_not_what_the_ruleset_tells_of_the_deed() -> None:
    deed = CatalogueAction("strike", "Strike", "attack", "sword", "One blow.", "a foe", cost="an action")
    told = []
    for prices in ((), ("", ""), ("two actions", "two actions"), ("two actions", "")):
        options = tuple(Option(f"strike {n}", n, "Strike", price=price) for n, price in enumerate(prices))
        told.append(DrawerRow("Strike", "sword", 1, Verb("strike", "Strike", options=options), deed).cost)
    assert told == ["an action", "an action", "two actions", "an action"]
    assert DrawerRow("Strike", "sword", 1, None, deed).cost == "an action"


def test_the_line_over_the_buttons_names_the_keys_that_point() -> None:
    stage = stage_of(begin(duel()))
    asked = stage.asked
    assert asked is not None
    told, keys = {}, Keys({"confirm": "f"})
    for verb in asked.choosing.main:
        asked.choosing.verb = verb
        told[verb.title] = how_to_point(asked.choosing, keys, None)
    assert told["Strike"] == "point at a target (Tab, F; Esc: back)"
    assert told["Move"] == "point at a place (arrows, F; Esc: back)"


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1366, 768), (1920, 1080)])
def test_the_buttons_of_a_full_row_lie_beside_each_other_in_it(size: tuple[int, int]) -> None:
    stage = stage_of(begin(duel()))
    stage.fit(stage.view.look, size)
    asked = stage.asked
    assert asked is not None
    choosing = asked.choosing
    row = DrawerRow("Lift", "hand", 1)
    choosing.__dict__["drawers"] = tuple(Drawer(name, (row,) * 10) for name in SORTS)
    buttons = row_buttons(stage.view, stage.panels, Heard(), asked)
    below = [button.rect for button in buttons]
    assert len(below) == len(SORTS) + 1
    assert all(stage.panels.frame.row.contains(rect) for rect in below)
    assert all(left.right <= right.left and left.width >= 36 for left, right in pairwise(below))


def test_a_deed_keeps_its_digit_whatever_else_can_be_done() -> None:
    def rows(match: AnyMatch) -> dict[str, tuple[int, bool]]:
        choosing = stage_of(match).choosing
        assert choosing is not None
        found = [row for drawer in choosing.drawers for row in drawer.rows]
        return {row.deed.verb: (row.digit, row.verb is not None) for row in found if row.deed is not None}

    near, far = rows(begin(duel())), rows(begin(duel(orc=(5, 3))))
    assert {verb: digit for verb, (digit, _) in near.items()} == {verb: digit for verb, (digit, _) in far.items()}
    assert near["strike"] == (1, True) and far["strike"] == (1, False)


def test_a_verb_that_a_ruleset_lists_no_deed_for_has_a_row_all_the_same() -> None:
    rules = Duel()
    rules.deeds = tuple(deed for deed in rules.deeds if deed.verb != "strike")
    choosing = stage_of(Match.begin(rules, duel())).choosing
    assert choosing is not None
    (row,) = [row for drawer in choosing.drawers for row in drawer.rows if row.verb and row.verb.word == "strike"]
    assert (row.title, row.digit) == ("Strike", 1)


# --- The open log: searched, narrowed down, copied; from a line to its place and its rule ---

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


# --- Looking closely at somebody: what stands on the pages, how links lead on and back, and who is told what ---

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


def press_keys(pilot: Pilot, *keys: str) -> None:
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
        pair.each("a link", lambda pilot: press_keys(pilot, "tab", "return"))
        pages = [pilot.app.top.inspection.first().told for pilot in pair.pilots]  # type: ignore[attr-defined]
        assert pages[0] == pages[1]
        pair.each("back", lambda pilot: press_keys(pilot, "escape", "escape"))
    pair.look_round(NEAR[:2])
