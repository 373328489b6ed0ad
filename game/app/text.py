"""The battle in a terminal: keys as typed text, the board in letters, options in plain speech.

It is how a battle is played without the window, how tests drive one, and how a fault is reported: the transcript of a
piped battle is the report.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from math import ceil
from time import monotonic
from typing import Any

from game.ai.guess import known_board
from game.app.autosave import Autosave
from game.app.board import Marks
from game.app.choices import Choices
from game.app.chronicle import Chronicle, Reader, write_line
from game.app.clocks import timed
from game.app.dice import SeededDice, TypedDice
from game.app.sitting import Sitting
from game.app.speech import describe, known_to, name_of, tell_goal, threatened
from game.app.terminal import Terminal, TimeUp
from game.app.verbs import VERBS
from game.mendable import Mendable
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.questions import REFEREE, Answer, Choose, Option, Roll, Seat
from game.rules.seats import HouseReferee
from game.rules.standing import called
from game.rules.table import Board


class TextGame:
    """Plays a sitting through a terminal until the battle ends or somebody leaves."""

    def __init__(self, sitting: Sitting, terminal: Terminal, *, board: bool = False, chances: bool = True) -> None:
        """``board`` draws the map before each question; ``chances`` weighs the attacks in lists."""
        self.sitting = sitting
        self.terminal = terminal
        self.board = board
        self.chances = chances
        self.chronicle = self._chronicle()
        self.left = False
        self.choices: Choices | None = None
        self.answer: Answer | None = None
        """What a verb decided for the question that waits."""
        self._at_screen: Seat | None = None
        """The person who looks at the screen now."""
        self._marks: dict[Reader, Marks] = {}
        self._told: dict[Seat | None, int] = self._all_told() if sitting.match.history else {}
        self._referee = HouseReferee()
        self._autosave = Autosave(sitting)

    @property
    def match(self) -> AnyMatch:
        """The battle."""
        return self.sitting.match

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
        return _reader(self._at_screen)

    @property
    def marks(self) -> Marks:
        """The letters by which the person at the screen knows people on the board."""
        return self._marks.setdefault(self.reader, Marks())

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

    def run(self) -> None:
        """Play. The battle is saved at the start, before every question to a person, between the answers of others from
        time to time, and on leaving."""
        self.terminal.say(self.match.setup.title or self.match.setup.field.title or "A battle", "bold")
        self.terminal.say(f"{self.match.ruleset.title}. Seed {self.sitting.seed}. Type ? for help.")
        if self.match.setup.description:
            self.terminal.say(self.match.setup.description)
        for line in tell_goal(self.match.setup):
            self.terminal.say(line)
        self._keep()
        clock = monotonic()
        while not self.left and (question := self.match.pending) is not None:
            answer = self._answer_to(question)
            if answer is not None:
                self.match.answer(answer)
                before, clock = clock, monotonic()
                self._keep_up(clock - before)
                if not self.sitting.people:
                    self.show_news()
        if not self.left:
            self._end()

    def leave(self) -> None:
        """Save and stop."""
        self.left = True
        if self._keep():
            self.terminal.say(f"Saved. Go on with: battlemat text {self.sitting.autosave}")

    def _keep(self) -> bool:
        """Save the battle; a disk that refuses is told of and does not end the game."""
        self._autosave.keep()
        if self._autosave.trouble:
            self.terminal.say(f"Not saved. {self._autosave.trouble}", "red")
        return not self._autosave.trouble

    def _keep_up(self, seconds: float) -> None:
        """Save now and then; what keeps it from being saved is told once."""
        known = self._autosave.trouble
        self._autosave.change()
        self._autosave.advance(seconds)
        if self._autosave.trouble not in ("", known):
            self.terminal.say(f"Not saved. {self._autosave.trouble}", "red")

    def changed(self) -> None:
        """Look at the match again: answers were taken back, or another battle was loaded."""
        self.choices = None
        self.chronicle = self._chronicle()
        self._told = self._all_told()
        if self._at_screen not in self.sitting.people:
            self._at_screen = None

    def _all_told(self) -> dict[Seat | None, int]:
        """Everybody has read everything."""
        readers: tuple[Seat | None, ...] = self.sitting.people or (None,)
        return {seat: len(self.chronicle.lines(_reader(seat))) for seat in readers}

    def _roll(self, question: Roll) -> Answer | None:
        seeded = SeededDice(self.sitting.seed)
        if self.sitting.by_hand(question):
            return TypedDice(self._line, self.terminal.say, seeded).answer(self.match, question)
        return seeded.answer(self.match, question)

    def _chronicle(self) -> Chronicle:
        return Chronicle(self.match, {_reader(seat) for seat in self.sitting.people} or {None})

    def _answer_to(self, question: Choose[Any] | Roll) -> Answer | None:
        """The answer of whoever is asked; None if somebody left, or the question is no longer the one that waits."""
        if isinstance(question, Roll):
            return self._roll(question)
        if question.seat in self.sitting.people:
            settled = self.sitting.settled(question)
            return settled if settled is not None else self._ask(question)
        if question.seat == REFEREE and REFEREE not in self.sitting.players:
            return self._referee.answer(self.match, question)
        return self.sitting.opponent(question.seat).answer(self.match, question)

    def _ask(self, question: Choose[Any]) -> Answer | None:
        self._keep()
        if not self._seat_down(question.seat):
            return None
        self.choices = Choices(self.match, question)
        self.answer = None
        self.show_news()
        self.show_question()
        due = None
        if timed(question) and self.terminal.live:
            left = self.sitting.clocks.left(question)
            due = monotonic() + left
            idle = question.options.find(question.idle).label
            self.terminal.say(f"You have {ceil(left)} seconds; after that: {idle}.")
        while self.answer is None and not self.left and self.choices is not None:
            try:
                line = self._line("> ", due)
            except TimeUp:
                self.terminal.say("Time is up.")
                return question.idle
            if line is not None and line.strip():
                self._obey(line.strip())
        if due is not None:
            self.sitting.clocks.stop(question, due - monotonic())
        return self.answer

    def _line(self, prompt: str, due: float | None = None) -> str | None:
        """A line that was typed; at the end of input save, leave and give None. Raises TimeUp when it is ``due``."""
        line = self.terminal.ask(prompt, due - monotonic() if due is not None else None)
        if line is None:
            self.leave()
        return line

    def _obey(self, line: str) -> None:
        """Take one line: an option's number or key, a command, or the beginning of a key, in this order."""
        word, _, rest = line.removeprefix("/").partition(" ")
        verb = VERBS.get(word.casefold())
        try:
            if verb is not None and (line.startswith("/") or not self.current.has(line)):
                verb.run(self, rest.strip())
            else:
                self.answer = self.current.find(line).key
        except Mendable as error:
            self.terminal.say(str(error))

    def _seat_down(self, seat: Seat) -> bool:
        """Give the screen to a person; with several, behind a curtain. False at the end of input."""
        if seat == self._at_screen:
            return True
        if len(self.sitting.people) > 1:
            if self._at_screen is not None:
                self.show_news()
            if self._line(f"Pass the keyboard to {self.sitting.title(seat)}, then press Enter. ") is None:
                return False
            self.terminal.clear()
        self._at_screen = seat
        return True

    def show_news(self) -> None:
        """Print what the person at the screen has not read of the log."""
        seat = self._at_screen
        news = self.chronicle.lines(self.reader, self._told.get(seat, 0))
        for line in news:
            self.terminal.say(write_line(line, self.match.ruleset.ledger), "bold" if line.depth == 0 else "")
        self._told[seat] = self._told.get(seat, 0) + len(news)

    def show_question(self) -> None:
        """Print who is asked and why, with the options."""
        question, match = self.question, self.match
        self.terminal.say()
        number = match.ruleset.round_of(match.state)
        when = f"Round {number}. " if number else ""
        self.terminal.say(f"{when}{self.sitting.title(question.seat)}: {question.why}", "bold cyan")
        banner = match.ruleset.banner(self.known)
        if banner:
            self.terminal.say(" · ".join(banner))
        if question.who is not None:
            self.terminal.say(self._bearing(question.who))
        if self.board:
            VERBS["map"].run(self, "")
        self.show_options()

    def show_options(self) -> None:
        """Print the options, grouped, each with its number and key."""
        question, choices = self.question, self.current
        known = known_to(self.match, question.seat) if self.chances else None
        spared = threatened(known, question) if known is not None and question.kind == "react" else None
        for group in choices.groups:
            self.terminal.say(f"{group.title}:")
            for option in group.options:
                text = describe(self.match, option, question.who, known, spared)
                key = "" if option.label.casefold() == option.key.casefold() else f"{choices.typed(option)}  "
                self.terminal.say(f"  {choices.number(option):2d}  {key}{text}")
        if choices.families:
            self.terminal.say("Moves:")
            for family in choices.families:
                for line in choices.gazetteer.tell_family(family, partial(self._in_words, question.who)):
                    self.terminal.say(f"      {line}")

    def _in_words(self, who: Id | None, option: Option[Any]) -> str:
        return describe(self.match, option, who)

    def _bearing(self, who: Id) -> str:
        """The one who acts, in a line."""
        standing = self.match.ruleset.standing(self.known, who)
        at = self.current.gazetteer.told(self.known.now(who).at)
        return f"{called(standing)}: {', '.join((f'at {at}', *standing.fares))}"

    def _end(self) -> None:
        self._keep()
        if self._at_screen is None and self.sitting.people:
            self._at_screen = self.sitting.people[0]
        self.show_news()
        verdict = self.match.state.verdict
        if verdict is None:
            return
        won = f"Victory of {self.sitting.title(Seat(verdict.winner))}" if verdict.winner else "A draw"
        self.terminal.say()
        self.terminal.say(f"The battle is over. {won}: {verdict.why}", "bold")
        standing = [name_of(self.match, who) for who in self.seen() if self._up(who)]
        if standing:
            self.terminal.say(f"Still standing: {', '.join(standing)}.")

    def _up(self, who: Id) -> bool:
        return self.match.ruleset.standing(self.match.board, who).up


def _reader(seat: Seat | None) -> Reader:
    """A side reads what it witnesses; the referee and spectators read everything."""
    return None if seat in (None, REFEREE) else seat
