"""A battle on zones in the window and in the terminal: clicks and keys alone, the fan of a throw, the clock."""

from __future__ import annotations

import io
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.play.place_names import tell_lying
from game.play.seating import HUMAN
from game.play.session import Clocks, Session
from game.rules.events import Id
from game.rules.match import Match
from game.rules.option_details import Danger, OptionDetails
from game.rules.questions import AnyOption, Choose, Menu, Option, Seat
from game.rules.state import Thing
from game.rules.table import Board
from game.scene.playhead import Playhead
from game.spatial.places import InZone
from game.terminal.terminal import Terminal, TimeUp
from game.terminal.text import TextGame
from game.window.battle.dock import previewed
from game.window.battle.draw_places import tell_landing, tell_place
from game.window.battle.open_question import Countdown
from game.window.battle.panels import VerbButton
from game.window.battle.preview import tell, warned_of
from game.window.battle.prompt import Prompt
from game.window.pilot import Pilot
from tests.rules.skirmish import SKIRMISH, skirmish
from tests.window.test_window import Opening, finish, press_keys
from tests.window.test_window import window as window  # a fixture

GATE, MARKET, WELL = InZone(3), InZone(4), InZone(5)


def by_tab(pilot: Pilot, option: AnyOption) -> None:
    """Press Tab until the cursor is on the target or place of an option."""
    view = pilot.battle.view
    for _ in range(60):
        assert view.cursor is not None
        if view.cursor.token == option.target and (option.target or view.cursor.places[0] == option.place):
            break
        pilot.press("tab")


def test_a_battle_on_zones_is_played_by_clicks_alone(window: Opening) -> None:
    pilot = window(skirmish(), red=HUMAN)
    assert finish(pilot) > 2
    assert pilot.battle.session.match.over


def test_a_battle_on_zones_is_played_with_the_keys_alone(window: Opening) -> None:
    pilot = window(skirmish(), red=HUMAN)
    assert finish(pilot, partial(press_keys, aim=by_tab), seed=4) > 2
    assert pilot.battle.session.match.over


def test_the_arrow_keys_go_from_zone_to_border_to_zone(window: Opening) -> None:
    pilot = window(skirmish(), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    pilot.wait_until_asked()
    pilot.press("return")
    for _ in range(2):
        pilot.press("right")
    assert pilot.battle.view.cursor is not None
    assert pilot.battle.view.cursor.places == (MARKET,)
    pilot.press("return")
    pilot.wait_until_asked()
    assert pilot.battle.scene.tokens[Id("Ada")].place == MARKET


def test_pointing_at_a_zone_tells_its_name_room_and_distance(window: Opening) -> None:
    pilot = window(skirmish(), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    pilot.wait_until_asked()
    assert tell_place(pilot.battle.view, pilot.battle.asked, WELL) == "Well · 2 of 21 · 2 zones"
    border = pilot.battle.scene.board.space.zones.between(GATE, MARKET)[0]
    assert tell_place(pilot.battle.view, pilot.battle.asked, border) == "Border Gate yard | Market · 0 of 2 · nearby"
    pilot.press("z")
    pilot.point_spot(pilot.battle.scene.free_spot(WELL))
    pilot.step(3)


def test_while_a_list_is_open_nothing_beside_it_is_explained(window: Opening) -> None:
    pilot = window(skirmish(), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    pilot.wait_until_asked()
    battle = pilot.battle
    pilot.point_spot(battle.scene.free_spot(WELL))
    walk = previewed(battle.view, battle.asked, battle.panels)
    assert walk is not None
    asked = battle.asked
    assert asked is not None
    others = [option for option in asked.choosing.question.options.singles if option != walk.option]
    asked.prompt = Prompt("Orc", others[:2], print, forecast=asked.forecast, cancel=True)
    assert previewed(battle.view, battle.asked, battle.panels) is None
    asked.prompt = Prompt("Ways", [walk.option], print, forecast=asked.forecast, cancel=True)
    found = previewed(battle.view, battle.asked, battle.panels)
    assert found is not None and found.option == walk.option
    asked.prompt.layout(pilot.screen.look, battle.panels.frame.dock)
    pilot.point(asked.prompt.rect.center)
    assert battle.view.hover is None, "what lies under the list is not pointed at"


def test_a_button_that_needs_no_aim_is_explained_before_it_is_pressed(window: Opening) -> None:
    pilot = window(skirmish(), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    pilot.wait_until_asked()
    button = next(each for each in pilot.battle.panels.bar.widgets if isinstance(each, VerbButton))
    pilot.point(button.rect.center)
    pilot.step(2)
    found = previewed(pilot.battle.view, pilot.battle.asked, pilot.battle.panels)
    assert found is not None and button.verb is not None and found.option == button.verb.options[0]


def test_pointing_a_throw_tells_where_it_may_land_and_whom_it_hits(window: Opening) -> None:
    pilot = window(skirmish(), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    pilot.wait_until_asked()
    battle = pilot.battle
    assert battle.choosing is not None
    pot = next(verb for verb in battle.choosing.verbs if verb.word == "pot")
    pilot.screen.take(pot)
    pilot.point_spot(battle.scene.free_spot(WELL))
    assert battle.asked is not None and battle.view.hover is not None
    preview = battle.asked.previews.at(battle.view.hover)
    assert preview is not None
    landings = preview.about.landings
    assert sum(landing.share for landing in landings) == 1
    assert landings[0].share == Fraction(1, 2)
    assert tell_landing(battle.scene, battle.asked, landings[0]) == "50 % · Orc, thief 2"
    facts = tell(preview, None, battle.scene, SKIRMISH.ledger, working=False, who=Id("Ada"))
    assert [fact.value for fact in facts if fact.text == "Well"] == ["50 %"]
    assert any("hits Orc, thief 2" in fact.text for fact in facts)
    pilot.step(3)


def test_time_that_runs_out_leaves_things_as_they_are(window: Opening) -> None:
    pilot = window(skirmish(hurry="yes"), red=HUMAN)
    pilot.wait_until_asked()
    assert pilot.battle.asked is not None
    assert not pilot.battle.asked.countdown.running
    pilot.choose("Ada")
    question = pilot.wait_until_asked()
    assert question is not None
    assert question.seconds == 3
    history = len(pilot.battle.session.match.history)
    pilot.step(20)
    assert len(pilot.battle.session.match.history) == history
    pilot.wait_until(lambda: len(pilot.battle.session.match.history) > history, "the time is up")
    assert pilot.battle.session.match.history[history] == "end"


def test_a_question_whose_time_is_up_is_not_put_again(window: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where nothing is to be seen of the answer that was given."""
    pilot = window(skirmish(hurry="yes"), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    pilot.wait_until_asked()
    monkeypatch.setattr(Playhead, "caught_up", True)
    assert pilot.battle.asked is not None
    pilot.battle.asked.countdown.left = 0.0
    pilot.step()
    assert pilot.battle.session.match.history[-1] == "end"
    assert pilot.battle.choosing is None


def test_the_clock_stands_while_the_question_is_not_seen(window: Opening) -> None:
    pilot = window(skirmish(hurry="yes"), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    pilot.wait_until_asked()
    history = len(pilot.battle.session.match.history)
    pilot.press("f1")
    pilot.step(200)
    assert len(pilot.battle.session.match.history) == history


def test_the_questions_of_one_turn_share_its_time(window: Opening) -> None:
    """The duel's turn of three seconds: two of them are spent before she moves."""
    pilot = window(skirmish(hurry="yes"), red=HUMAN)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    pilot.wait_until_asked()
    battle = pilot.battle
    assert battle.asked is not None and battle.choosing is not None
    battle.asked.countdown.advance(2.0)
    left = battle.asked.countdown.left
    walk = next(option.key for option in battle.choosing.question.options if option.key.startswith("move"))
    pilot.choose(walk)
    pilot.wait_until_asked()
    pilot.choose("Ada")
    question = pilot.wait_until_asked()
    assert question is not None and question.clock == "Ada"
    assert battle.asked is not None and battle.asked.countdown.limit == 3
    assert battle.asked.countdown.left <= left <= 1.0


def test_clocks_keep_what_is_left_for_the_same_clock_alone() -> None:
    menu = Menu([Option("a", 1, "A")])

    def asked(clock: str, seat: str = "red") -> Choose[int]:
        return Choose(Seat(seat), "?", menu, idle="a", seconds=6, clock=clock)

    clocks = Clocks()
    clocks.stop(asked("one"), 2.5)
    assert [clocks.left(asked(name)) for name in ("one", "two", "")] == [2.5, 6, 6]
    assert clocks.left(asked("one", "blue")) == 6
    clocks.stop(asked(""), 1)
    clocks.stop(asked("two"), -1)
    assert [clocks.left(asked(name)) for name in ("one", "two")] == [6, 0]


def test_a_question_without_an_idle_answer_has_no_clock() -> None:
    menu = Menu([Option("a", 1, "A")])
    assert not Countdown(Choose(Seat("red"), "?", menu, seconds=3), 3).running
    glass = Countdown(Choose(Seat("red"), "?", menu, idle="a", seconds=6), 6)
    assert glass.running
    assert not glass.advance(0.5)
    assert glass.advance(0.6)
    assert not glass.up
    glass.advance(5)
    assert glass.up


# --- in the terminal


def play(*typed: str) -> str:
    """What a skirmish at a terminal prints when this is typed."""
    match = Match.begin(SKIRMISH, skirmish())
    seats = {Seat("red"): HUMAN, Seat("blue"): HUMAN}
    out = io.StringIO()
    terminal = Terminal(io.StringIO("\n" + "".join(f"{line}\n" for line in typed)), out)
    TextGame(Session(match, seats, 3, "seeded", Path("auto.save")), terminal, chances=False).run()
    return out.getvalue()


def test_a_place_is_named_by_letter_name_or_key() -> None:
    for typed in ("move E", "move e", "move market", "mo mark", "move 0,4"):
        text = play("Ada", typed, "who")
        assert "Ada: red, at Market (E)" in text, typed


def test_a_border_is_named_by_its_zones_either_way_round() -> None:
    for typed in ("move D|E", "move E|D"):
        text = play("Ada", typed, "who")
        assert "Ada: red, at border between Gate yard and Market (D|E)" in text, typed


def test_a_place_that_is_not_reached_is_told_of() -> None:
    assert "move does not lead there" in play("Ada", "move nowhere")


def test_options_tell_distance_and_direction() -> None:
    text = play("Ada")
    assert "E   Move to Market: 1 zone east, 2 halves" in text
    assert "Ada: at Gate yard (D), 12/12" in text


def test_the_map_shows_letters_of_zones_and_who_is_where() -> None:
    text = play("Ada", "map", "map move")
    assert "Zones: A North-west room, B Loft" in text
    assert "Ad  Ada, red, at Gate yard (D), 12/12" in text
    assert "*E" in text
    assert "Borders to go to: " in text


def test_zones_are_told_with_borders_and_who_is_there() -> None:
    text = play("Ada", "move D|E", "zones")
    assert "D  Gate yard (1 of 28): Bo" in text
    assert "Market over D|E: Ada" in text
    assert "F  Well (2 of 21): Orc, thief 2" in text


def test_what_lies_in_a_place_is_told_once_for_each_kind_and_state() -> None:
    board = Match.begin(SKIRMISH, skirmish()).board
    things = [
        Thing("a", "bottle", WELL),
        Thing("b", "long-gun", WELL),
        Thing("c", "bottle", WELL),
        Thing("d", "x", GATE),
    ]
    lying = Board(replace(board.state, things={thing.id: thing for thing in things}), board.setup, board.space)
    assert tell_lying(SKIRMISH, lying, WELL) == ["2 x bottle", "long gun"]
    assert tell_lying(SKIRMISH, board, WELL) == []


def test_a_throw_is_told_with_where_it_may_land() -> None:
    text = play("Ada", "why pot F")
    assert "50 % Well (F) (on target): hits Orc, thief 2" in text
    assert "strays, 1 on the d2" in text


def test_zones_are_told_of_only_where_there_are_some() -> None:
    from tests.rules.battles import begin, duel

    out = io.StringIO()
    terminal = Terminal(io.StringIO("zones\n"), out)
    session = Session(begin(duel()), {Seat("red"): HUMAN}, 3, "seeded", Path("auto.save"))
    TextGame(session, terminal, chances=False).run()
    assert "There are no zones in this battle" in out.getvalue()


class Slow(Terminal):
    """A terminal before which somebody sits and types nothing in time."""

    live = True

    def __init__(self, sink: Any, typed: list[str]) -> None:
        super().__init__(io.StringIO(), sink)
        self.live = True
        self._typed = typed

    def ask(self, prompt: str, seconds: float | None = None) -> str | None:
        if seconds is not None:
            raise TimeUp
        return self._typed.pop(0) if self._typed else None


def test_in_a_terminal_the_time_runs_out_too() -> None:
    match = Match.begin(SKIRMISH, skirmish(hurry="yes"))
    out = io.StringIO()
    session = Session(match, {Seat("red"): HUMAN, Seat("blue"): HUMAN}, 3, "seeded", Path("auto.save"))
    TextGame(session, Slow(out, ["", "Ada"]), chances=False).run()
    assert "You have 3 seconds; after that: End turn." in out.getvalue()
    assert "Time is up." in out.getvalue()
    assert match.history[:2] == ["Ada", "end"]
    again = Choose(Seat("red"), "Bo: what?", Menu([Option("end", 1, "End turn")]), idle="end", seconds=3, clock="Bo")
    assert session.clocks.left(again) == 0, "his clock, the last that ran, has run down as in the window"


def test_a_pipe_has_all_the_time_it_wants() -> None:
    terminal = Terminal(io.StringIO("hello\n"), io.StringIO())
    assert terminal.ask("> ", 0.0) == "hello"


def test_a_terminal_that_can_not_be_waited_for_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert Terminal(Screen("hello\n"), Screen()).ask("> ", 0.0) == "hello"


def test_who_may_strike_on_the_way_is_marked() -> None:
    scene = Playhead(Match.begin(SKIRMISH, skirmish()), None).scene
    thief, far = Id("thief 2"), InZone(5)
    about = OptionDetails((far,), dangers=(Danger("thief 2 may strike (D-1)", thief), Danger("a trap", place=far)))
    assert warned_of(about, scene, Id("Ada")) == [scene.way(Id("Ada"), (far,))[-1], scene.tokens[thief].middle]
    assert warned_of(OptionDetails(dangers=(Danger("a stranger may strike", Id("stranger")),)), scene, Id("Ada")) == []
