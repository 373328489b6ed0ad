"""The battle in words, as the person at the terminal is told it: the log, the question with its options, the board."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from game.ai.belief import known_board
from game.play.battle_log import BattleLog, Reader, write_line
from game.play.place_names import place_names
from game.play.session import Decision, Session, Undo
from game.play.speech import describe, known_to, threatened
from game.rules.events import Id
from game.rules.match import AnyMatch, OutOfStep
from game.rules.questions import REFEREE, Choose, Impossible, Option, Seat
from game.rules.ruleset import light_for, tell_pursuits
from game.rules.standing import called
from game.rules.table import Board
from game.spatial.places import Place
from game.terminal.choices import Choices, family_of
from game.terminal.terminal import Terminal
from game.terminal.text_map import Letters, around, draw


class Telling:
    """What the person at the terminal has before them, and has been told.

    The text game seats people here and takes their answers from it; what they type acts on it.
    """

    def __init__(self, session: Session, terminal: Terminal, *, board: bool, chances: bool) -> None:
        """``board`` draws the map before each question; ``chances`` weighs the attacks in lists."""
        self.session = session
        self.terminal = terminal
        self.board = board
        self.chances = chances
        self.battle_log = self._begin_log()
        self.left = False
        """Whether somebody wants to save and leave."""
        self.choices: Choices | None = None
        self.decision: Decision | None = None
        """What was decided for the question that waits."""
        self.at_screen: Seat | None = None
        """The person who looks at the screen now."""
        self.undo = Undo(session)
        self._taught = ""
        self._marks: dict[Reader, Letters] = {}
        self._told: dict[Seat | None, int] = self._all_told() if session.match.history else {}

    @property
    def match(self) -> AnyMatch:
        """The battle."""
        return self.session.match

    @property
    def current(self) -> Choices:
        """The options before the person at the screen."""
        assert self.choices is not None
        return self.choices

    @property
    def question(self) -> Choose[Any]:
        """The choice that waits for the person at the screen."""
        return self.current.question

    @property
    def reader(self) -> Reader:
        """Whose eyes the screen is for."""
        return _reader(self.at_screen)

    @property
    def marks(self) -> Letters:
        """The letters by which the person at the screen knows people on the board."""
        return self._marks.setdefault(self.reader, Letters())

    @property
    def known(self) -> Board[Any, Any]:
        """The battle as the person at the screen may know it: all that is told of anybody is read from it."""
        reader = self.reader
        return self.match.board if reader is None else known_board(self.match, Seat(reader))

    def seen(self) -> Collection[Id]:
        """The combatants on the map that the person at the screen may know of, in the order they joined."""
        here = self.match.state.combatants
        if self.reader is None:
            return tuple(here)
        known = self.match.ruleset.seen_by(self.match.board, self.reader)
        return tuple(who for who in here if who in known)

    def changed(self) -> None:
        """Look at the match again: answers were taken back, or another battle was loaded."""
        self.choices = None
        self.battle_log = self._begin_log()
        self._told = self._all_told()
        if self.at_screen not in self.session.people:
            self.at_screen = None

    def begin_undo(self) -> None:
        """Another battle was loaded: nothing of it has been decided here yet."""
        self.undo = Undo(self.session)

    def _all_told(self) -> dict[Seat | None, int]:
        """Everybody has read everything."""
        readers: tuple[Seat | None, ...] = self.session.people or (None,)
        return {seat: len(self.battle_log.lines(_reader(seat))) for seat in readers}

    def _begin_log(self) -> BattleLog:
        return BattleLog(self.match, {_reader(seat) for seat in self.session.people} or {None})

    def ask(self, question: Choose[Any]) -> None:
        """Put a question before the person at the screen, after what they have not read of the log."""
        self.choices = Choices(self.match, question)
        self.decision = None
        self.show_news()
        self._teach()
        self.show_question()

    def show_news(self) -> None:
        """Print what the person at the screen has not read of the log."""
        seat = self.at_screen
        news = self.battle_log.lines(self.reader, self._told.get(seat, 0))
        for line in news:
            self.terminal.say(write_line(line, self.match.ruleset.ledger), "bold" if line.depth == 0 else "")
        self._told[seat] = self._told.get(seat, 0) + len(news)

    def _teach(self) -> None:
        """Print what the lesson says, if it is one and says something new."""
        if (puzzle := self.session.puzzle) is not None and not self._taught:
            self._taught = puzzle.told
            self.terminal.say()
            self.terminal.say(f"{puzzle.heading}: {puzzle.told}", "bold green")
        course = self.session.course
        if course is None:
            return
        try:
            course.follow(self.match)
        except OutOfStep:  # of a save that these rules can't play again; the battle goes on
            return
        if not self._taught:
            for text in course.lesson.first_page:
                self.terminal.say()
                self.terminal.say(text, "green")
        if course.text != self._taught:
            self._taught = course.text
            self.terminal.say()
            self.terminal.say(f"{course.heading}: {self._taught}", "bold green")

    def show_question(self) -> None:
        """Print who is asked and why, with the options."""
        question, match = self.question, self.match
        self.terminal.say()
        number = match.ruleset.round_of(match.state)
        when = f"Round {number}. " if number else ""
        self.terminal.say(f"{when}{self.session.title(question.seat)}: {question.why}", "bold cyan")
        banner = [*match.ruleset.banner(self.known), *tell_pursuits(match.ruleset, self.known)]
        if banner:
            self.terminal.say(" · ".join(banner))
        if question.who is not None:
            standing = self.match.ruleset.standing(self.known, question.who)
            at = self.current.place_names.told(self.known.now(question.who).at)
            self.terminal.say(f"{called(standing)}: {', '.join((f'at {at}', *standing.fares))}")
        if self.board:
            self.show_board("")
        self.show_options()

    def show_options(self) -> None:
        """Print the options, grouped, each with its number and key."""
        question, choices = self.question, self.current
        known = known_to(self.match, question.seat) if self.chances else None
        spared = threatened(known, question) if known is not None and question.kind == "react" else None
        for group in choices.groups:
            self.terminal.say(choices.heading(group) if self.terminal.plain else f"{group.title}:")
            for option in group.options:
                number, text = choices.number(option), describe(self.match, option, question.who, known, spared)
                key = "" if option.label.casefold() == option.key.casefold() else f"{choices.typed(option)}  "
                self.terminal.say(f"{number}. {text}" if self.terminal.plain else f"  {number:2d}  {key}{text}")
        if choices.families:
            self.terminal.say("Moves:")
            for family in choices.families:
                for line in choices.place_names.tell_family(family, partial(self._in_words, question.who)):
                    self.terminal.say(f"      {line}")

    def _in_words(self, who: Id | None, option: Option[Any]) -> str:
        return describe(self.match, option, who)

    def show_board(self, about: str) -> None:
        """Draw the board: what is around the fight, or ``all``; or the places that a move's verb leads to.

        Raises Impossible if ``about`` is none of these.
        """
        match, terminal = self.match, self.terminal
        field = match.setup.field
        lit: tuple[Place, ...] = ()
        if about and about != "all":
            family = family_of(self.current, about)
            if family is None:
                verbs = ", ".join(family.verb for family in self.current.families) or "none now"
                raise Impossible(f"`map` takes `all` or one of the moves ({verbs}), not {about!r}.")
            lit = tuple(family.places)
        seen = self.seen()
        window = None
        if about != "all" and terminal.width is not None and 3 * field.width + 8 > terminal.width:
            places = place_names(match.ruleset, match.board)
            cells = [cell for place in lit for cell in places.where.cells(place)]
            window = around(field, [*cells, *places.standing(seen).values()], 4)
        light = light_for(match.ruleset, self.known, self.reader)
        for line in draw(match.ruleset, self.known, seen, lit=lit, window=window, marks=self.marks, light=light):
            terminal.say(line, drawn=True)
        if window is not None:
            terminal.say(f"Cut to what is around the fight; `map all` shows all {field.width} by {field.height} cells.")


def _reader(seat: Seat | None) -> Reader:
    """A side reads what it witnesses; the referee and spectators read everything."""
    return None if seat in (None, REFEREE) else seat
