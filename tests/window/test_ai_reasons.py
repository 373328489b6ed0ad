"""Why the AIs did what they did: in words, in the window, after undo and loading, and as far as one may know."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.scoring import ConsideredOption, ConsideredOptions
from game.play.decision_log import BEFORE, SECRET, UNTOLD, Explanation, WeighedAnswer, explain_decision
from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Decision, Session
from game.play.workers import PendingResult
from game.rules.events import Id
from game.rules.match import Match
from game.rules.questions import Choose, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import LogLine
from game.rules.setup import Recruit
from game.terminal.explain import in_lines
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from game.window.battle.line_marks import NONE, WHY, marks_at
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.messages import WhyScreen
from game.window.window import open_app
from tests.rulesets.ingenuity.kit import Fight as Ready
from tests.rulesets.sovereign.kit import Fight
from tests.window.test_secrecy import battle

PARTY, FOES = Seat("party"), Seat("foes")


@pytest.fixture(autouse=True)
def minds(monkeypatch: pytest.MonkeyPatch) -> None:
    """AIs that have reasons."""
    monkeypatch.setattr("game.play.session.opponent", opponent)


def session_of(fight: Fight | Ready, level: str = "instinct") -> Session:
    """A person against an AI."""
    seats = {PARTY: HUMAN, FOES: Player("ai", level)}
    return Session(fight.match, seats, 5, "seeded", Path("auto.save"))


def meeting() -> Session:
    """Two of the party, and a bugbear that comes to them; nobody is after anything else."""
    setup = replace(battle(Recruit("bugbear", "", (7, 5))), objectives=())
    match = Match.begin(ruleset(setup.ruleset), setup)
    return Session(match, {PARTY: HUMAN, Seat("foe"): Player("ai", "instinct")}, 5, "seeded", Path("auto.save"))


def play(session: Session, *typed: str) -> str:
    """The transcript of a battle with this input."""
    out = io.StringIO()
    TextGame(session, Terminal(io.StringIO("".join(f"{line}\n" for line in typed)), out), chances=False).run()
    return out.getvalue()


def after(text: str, command: str) -> str:
    """What was printed for a command, up to the next prompt."""
    return text.split(f"> {command}\n", 1)[1].split("\n> ", 1)[0]


def foes_turn(session: Session, *typed: str) -> str:
    """The transcript of what is typed once the orc has had its turn."""
    return play(session, "end", "end", *typed)


# ------------------------------------------------------------------ in the text game


def test_why_tells_the_last_doings_of_the_ai_in_plain_words() -> None:
    text = after(foes_turn(meeting(), "why"), "why")
    assert "It chose: " in text
    assert "Next best: " in text
    assert "    for it: " in text or "    against it: " in text
    assert not {"exposed", "tempo", "down +"} & set(text.split())


def test_why_of_a_line_tells_of_what_that_line_tells_of() -> None:
    session = meeting()
    text = foes_turn(session, "log 30", "why line 1", "why line 2", "why line 0", "why line 9999", "why line x")
    lines = after(text, "log 30").splitlines()
    assert "strikes at" in lines[-2]
    for number in (1, 2):
        told = after(text, f"why line {number}")
        assert told.startswith("Why did Bugbear 1 do that?\n  It chose: Strike ")
    assert after(text, "why line 0").startswith(
        "`why line` takes the number of a line of the log from 1, the last, to "
    )
    assert after(text, "why line 9999").endswith("not '9999'.")
    assert after(text, "why line x").endswith("not 'x'.")


def test_before_an_ai_has_done_anything_there_is_nothing_to_ask_about() -> None:
    fight = Fight({"gisela": (2, 2)}, {"orc": ("bugbear", (6, 2))})
    assert after(play(session_of(fight), "why"), "why") == "No AI has done anything that you know of."


def test_a_loaded_battle_says_that_it_was_played_before() -> None:
    session = meeting()
    text = foes_turn(session, "save here.save", "load here.save", "why", "why line 3")
    assert after(text, "why") == after(text, "why line 3") == BEFORE


# ------------------------------------------------------------------ what is kept


def struck() -> tuple[Session, int]:
    """The orc strikes, and the number of the first event of it."""
    fight = Fight({"gisela": (2, 2)}, {"orc": ("bugbear", (3, 2))}, acting="foes")
    session = session_of(fight)
    question = fight.match.pending
    assert isinstance(question, Choose)
    if question.kind == "pick":
        session.take(session.decide(question))
        question = fight.match.pending
        assert isinstance(question, Choose)
    count = len(fight.match.events)
    session.take(session.decide(question))
    return session, count


def test_an_answer_is_behind_the_events_of_its_step_and_no_others() -> None:
    session, count = struck()
    match, doings = session.match, session.doings
    line = LogLine("Orc does something", 1, Id("orc"))
    found = doings.behind(match, count, line, PARTY)
    assert found is not None and found.who == "orc" and found.answer == match.history[-1]
    assert doings.behind(match, -1, line, PARTY) is None
    assert doings.behind(match, count, LogLine("Round 2", 0), PARTY) is None  # a heading is nobody's doing
    of_another = doings.behind(match, count, LogLine("Gisela falls", 1, Id("gisela")), PARTY)
    assert of_another is found  # it comes of what the orc did


def test_what_is_taken_back_is_forgotten() -> None:
    session, count = struck()
    line = LogLine("Orc does something", 1, Id("orc"))
    assert session.doings.behind(session.match, count, line, PARTY) is not None
    place = len(session.match.history) - 1
    while len(session.match.history) > place:
        session.match.undo()
    found = session.doings.behind(session.match, count, line, PARTY)
    assert found is None or found.place < place


def test_what_a_person_decides_is_no_doing_of_an_ai() -> None:
    fight = Fight({"gisela": (2, 2)}, {"orc": ("bugbear", (3, 2))})
    session, count = session_of(fight), len(fight.match.events)
    session.take(Decision("done"))
    assert session.doings.behind(session.match, count, LogLine("Gisela waits", 1, Id("gisela")), PARTY) is None


def test_what_was_made_up_is_told_in_words_with_its_order() -> None:
    session, count = struck()
    doing = session.doings.behind(session.match, count, LogLine("", 1, Id("orc")), PARTY)
    assert doing is not None
    other = next(key for key in doing.before.pending.options.all_keys() if key != doing.answer)  # type: ignore[union-attr]
    weighed = (
        ConsideredOption(doing.answer, 12.34, (("harm", 14.0), ("exposed", -1.66))),
        ConsideredOption("no such key", 9.0),
        ConsideredOption(other, -0.01, ()),
    )
    told = explain_decision(doing._replace(considered=ConsideredOptions(weighed, "press on")), PARTY)
    assert told.title == "Why did Bugbear 1 do that?"
    assert told.made is not None and told.made.points == "+12.3"
    assert told.made.speaks_for == ("harm to foes +14.0",)
    assert told.made.against == ("danger where it ends −1.7",)
    assert [each.points for each in told.others] == ["+0.0"]
    text = "\n".join(in_lines(told))
    assert "This round its side presses on, and danger counts for less." in text


# ------------------------------------------------------------------ as far as one may know


def ambush(*known: str, hidden: bool = True) -> Session:
    """Bugbears that are known, with one in hiding beside them."""
    foes = {name: ("bugbear", (3, 2 + 2 * at)) for at, name in enumerate(known)}
    foes |= {"lurker": ("bugbear", (4, 3))} if hidden else {}
    return session_of(Fight({"gisela": (2, 2)}, foes, acting="foes", hidden=("lurker",) * hidden))


def decided(session: Session, who: str, key: str = "") -> int:
    """Let the AI answer until it has decided what somebody does on its turn; gives the number of the next event.

    ``key``: what it answers then, if not what it likes best.
    """
    for _ in range(20):
        question = session.match.pending
        assert isinstance(question, Choose)
        count = len(session.match.events)
        if question.kind == "pick":
            session.take(session.decide(question)._replace(answer=who))
            continue
        decision = session.decide(question)
        session.take(decision._replace(answer=key) if key and question.who == who else decision)
        if question.who == who:
            return count
    raise AssertionError


@pytest.mark.parametrize("known", [("orc",), ("orc", "elf")])
def test_whom_the_viewer_does_not_know_makes_no_difference_to_what_is_told(known: tuple[str, ...]) -> None:
    told, weighed = [], []
    for hidden in (True, False):
        session = ambush(*known, hidden=hidden)
        count = decided(session, "orc", "strike gisela short-sword")
        doing = session.doings.behind(session.match, count, LogLine("", 1, Id("orc")), PARTY)
        assert doing is not None
        told.append(explain_decision(doing, PARTY))
        weighed.append(doing.considered)
    assert told[0] == told[1]
    assert told[0].made is not None and told[0].made.points and told[0].others
    assert weighed[0] != weighed[1]  # or there would be nothing to keep


def test_what_somebody_in_hiding_does_is_not_told() -> None:
    session = ambush("orc")
    count = decided(session, "lurker")
    line = LogLine("", 1, Id("lurker"))
    assert session.doings.behind(session.match, count, line, PARTY) is None
    assert session.doings.behind(session.match, count, line, None) is not None


def test_what_nobody_in_sight_could_do_is_left_out() -> None:
    session = ambush("orc")
    count = decided(session, "orc", "swarm gisela")  # with the one in hiding
    doing = session.doings.behind(session.match, count, LogLine("", 1, Id("orc")), PARTY)
    assert doing is not None
    told = "\n".join(in_lines(explain_decision(doing, PARTY)))
    assert "swarm" not in told and "It chose" not in told
    assert told.startswith("Why did Bugbear 1 do that?\n  It thought of: Strike Gisela")
    assert "It chose: Join a swarm attack on Gisela" in "\n".join(in_lines(explain_decision(doing, FOES)))


def test_where_nothing_may_be_told_that_is_said() -> None:
    session = ambush("orc")
    count = decided(session, "orc")
    doing = session.doings.behind(session.match, count, LogLine("", 1, Id("orc")), PARTY)
    assert doing is not None
    told = explain_decision(doing._replace(answer="unheard of", considered=ConsideredOptions()), None)
    assert told.made == WeighedAnswer(UNTOLD, "") and not told.others


def test_what_somebody_holds_back_is_told_to_its_own_side_alone() -> None:
    fight = Ready({"ann": ("guard", (6, 2))}, {"orc": ("guard", (2, 2))}, acting="foes")
    session = session_of(fight)
    question = fight.match.pending
    assert isinstance(question, Choose)
    key = next(key for key in question.options.all_keys() if key.startswith("ready"))
    count = len(fight.match.events)
    session.take(session.decide(question)._replace(answer=key))
    doing = session.doings.behind(fight.match, count, LogLine("", 1, Id("orc")), None)
    assert doing is not None
    label = question.options.find(key).label
    for viewer in (None, FOES):
        made = explain_decision(doing, viewer).made
        assert made is not None and made.label == label
    assert explain_decision(doing, PARTY).made == WeighedAnswer(SECRET, "")


# ------------------------------------------------------------------ in the window


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    """The meeting in a window, once the bugbear has come; AIs think at once."""
    app = open_app(Preferences(speed=8.0, hints=False, warn_end=False), (1280, 720))
    app.push(BattleScreen(app, meeting(), None))
    pilot = Pilot(app)
    pilot.wait_until_asked()
    pilot.choose("end")
    pilot.wait_until_asked()
    while pilot.battle.prompt is not None:  # reactions: the bugbear strikes
        pilot.choose(pilot.asked.idle)  # type: ignore[union-attr]
        pilot.wait_until_asked()
    yield pilot
    app.window.destroy()


def row_of(pilot: Pilot, words: str) -> tuple[int, int]:
    """The middle of the line of the log that has these words."""
    pilot.app.draw()
    log = pilot.battle.scene.log
    pilot.battle.panels.log.open = True
    pilot.step()
    return next(box.center for box, at in reversed(pilot.battle.panels.log.rows) if words in log[at].line.text)


def shown(pilot: Pilot) -> str:
    """What the panel says."""
    top = pilot.app.top
    assert isinstance(top, WhyScreen)
    return "\n".join(in_lines(top.motive.result()))


def test_a_line_of_the_ai_has_a_mark_that_asks_why(window: Pilot) -> None:
    line = row_of(window, "runs")
    found = marks_at(window.battle.view, window.battle.panels, line)[0]
    assert found[1] == WHY
    window.point(line)
    with_mark = pygame.image.tobytes(window.app.surface.subsurface(found[0]), "RGB")
    window.point((found[0].centerx, 5))
    window.app.draw()
    assert pygame.image.tobytes(window.app.surface.subsurface(found[0]), "RGB") != with_mark
    window.click(found[0].center)
    assert shown(window).startswith("Why did Bugbear 1 do that?\n  It chose: Run to ")
    window.click_button("Back")
    assert window.at_battle


def test_a_key_asks_about_the_line_under_the_pointer_or_the_last(window: Pilot) -> None:
    window.point(row_of(window, "runs"))
    window.press("w")
    assert "It chose: Run to " in shown(window)
    window.press("escape")
    window.point((640, 400))
    window.press("w")
    assert "It chose: " in shown(window) and "It chose: Run to " not in shown(window)
    window.press("escape")


def test_a_line_that_no_ai_decided_has_no_mark(window: Pilot) -> None:
    line = row_of(window, "The party: turn")
    assert WHY not in [word for _, word in marks_at(window.battle.view, window.battle.panels, line)]
    window.point(line)
    window.press("w")
    assert window.at_battle and window.app.notice == NONE


def test_the_panel_waits_for_what_is_still_worked_out(window: Pilot) -> None:
    thought: PendingResult[Explanation] = PendingResult(
        lambda: Explanation("Why?", WeighedAnswer("Run", "+1.0", ("joy +1.0",)))
    )
    screen = WhyScreen(window.app, thought)
    window.app.push(screen)
    low, moved = screen.rect.height, [screen.moving]
    thought.run()
    window.step()
    moved.append(screen.moving)
    assert moved == [True, False]
    assert screen.rect.height > low
    window.press("escape")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (854, 480)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_panel_fits_the_window(size: tuple[int, int], scale: float) -> None:
    label = "Strike Annora of the Long Meadow with the two-handed Sword of the North"
    long = WeighedAnswer(label, "+12.3", ("harm to foes of every kind +1.0",) * 3, ("danger where it ends −4.0",) * 3)
    app = open_app(Preferences(ui_scale=scale), size)
    told = Explanation(
        "Why did the brute of the far hills do that?", long, (long, long), "its side stands fast", planned=True
    )
    screen = WhyScreen(app, done(told))
    app.push(screen)
    app.draw()
    assert app.surface.get_rect().contains(screen.rect)
    back = screen.group.widgets[0].rect
    assert screen.rect.contains(back)
    row, top = screen._placed()[-1]
    assert screen.rect.top < top and top + screen.look.line(row.size) <= back.top
    app.window.destroy()


def done(explain_decision: Explanation) -> PendingResult[Explanation]:
    """Worked out already."""
    thought = PendingResult(lambda: explain_decision)
    thought.run()
    return thought
