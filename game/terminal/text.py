"""The battle in a terminal: keys as typed text, the board in letters, options in plain speech.

It is how a battle is played without the window, how tests drive one, and how a fault is reported: the transcript of a
piped battle is the report.
"""

from __future__ import annotations

from math import ceil
from time import monotonic
from typing import Any

from game.lab.difficulty import change_of, foresee_squad, next_difficulty, tell_changed
from game.lab.expedition import why_no_giving_up
from game.lab.matching import with_squads
from game.lab.puzzles.proving import judge, tell_result, tell_verdict
from game.play.battle_end import (
    EXPECTED,
    LuckReckoning,
    dealt_by,
    of_side,
    only_flees,
    outcome_words,
    reason_words,
    tell_best_blow,
    tell_fall,
    tell_left,
    tell_luck,
    tell_rounds,
    told_report,
)
from game.play.dice import SeededDice, TypedDice
from game.play.preferences import load_preferences
from game.play.puzzles import remember_try, tell_played_solution, tell_solution
from game.play.quick_battle import is_newcomer, quick_file, quick_title, remember_won, tell_first_win
from game.play.seating import called_player, told_of
from game.play.session import Autosave, Decision, Session, timed
from game.play.speech import in_sentence, tell_goal
from game.rules.match import AnyMatch, HouseReferee
from game.rules.questions import REFEREE, Answer, Choose, Roll, Seat
from game.rules.standing import called
from game.terminal.telling import Telling
from game.terminal.terminal import Terminal, TimeUp
from game.terminal.verbs import VERBS
from game.user_error import UserError


class TextGame:
    """Plays a session through a terminal until the battle ends or somebody leaves."""

    def __init__(
        self, session: Session, terminal: Terminal, *, board: bool = False, chances: bool = True, resume: str = ""
    ) -> None:
        """``board`` draws the map before each question; ``chances`` weighs the attacks in lists.

        ``resume``: the command that goes on with what the battle is a part of; then it is not offered once more.
        """
        self.session = session
        self._resume = resume
        self.terminal = terminal
        self.told = Telling(session, terminal, board=board, chances=chances)
        self._referee = HouseReferee()
        self._autosave = Autosave(session)
        self._asked: Choose[Any] | None = None
        """The question that a person was asked last."""
        self._offered = False
        """Whether the end was offered because nothing was left but to flee."""

    @property
    def match(self) -> AnyMatch:
        """The battle."""
        return self.session.match

    def run(self) -> Session | None:
        """Play, and return the battle that a person wants to play after this one, if any.

        The battle is saved at the start, before every question to a person, between the answers of others from time to
        time, and on leaving.
        """
        self.terminal.say(self.match.setup.title or self.match.setup.field.title or "A battle", "bold")
        self.terminal.say(f"{self.match.ruleset.title}. Seed {self.session.seed}. Type ? for help.")
        if self.match.setup.description:
            self.terminal.say(self.match.setup.description)
        for line in tell_goal(self.match.setup):
            self.terminal.say(line)
        for seat, player in self.session.players.items():
            if does := told_of(str(player), self.match.ruleset):
                self.terminal.say(f"{self.session.title(seat)}: {called_player(player.level)}. {does}")
        self._keep()
        clock = monotonic()
        while not self.told.left and (question := self.match.pending) is not None:
            decision = self._decide(question)
            if decision is not None:
                self.told.undo.take(decision, person=self._asked is question)
                before, clock = clock, monotonic()
                self._keep_up(clock - before)
                if not self.session.people:
                    self.told.show_news()
                if self._puzzle_decided():
                    return self._end_puzzle()
        if self.session.given_up is not None or not self.told.left:
            return self._end()
        if self._keep():
            self.terminal.say(f"Saved. Go on with: {self._resume or f'battlemat text {self.session.autosave}'}")
        return None

    def _keep(self) -> bool:
        """Save the battle; a disk that refuses is told of and does not end the game."""
        self._autosave.save_now()
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

    def _roll(self, question: Roll) -> Answer | None:
        seeded = SeededDice(self.session.seed)
        if self.session.by_hand(question):
            return TypedDice(self._line, self.terminal.say, seeded).answer(self.match, question)
        return seeded.answer(self.match, question)

    def _decide(self, question: Choose[Any] | Roll) -> Decision | None:
        """The answer of whoever is asked; None if somebody left, or the question is no longer the one that waits."""
        fixed = self.session.fixed(question)
        if fixed is not None:
            return Decision(fixed)
        if isinstance(question, Roll):
            return _decided(self._roll(question))
        if question.seat in self.session.people:
            settled = self.session.settled(question)
            return Decision(settled) if settled is not None else self._ask(question)
        if question.seat == REFEREE and REFEREE not in self.session.players:
            return Decision(self._referee.answer(self.match, question))
        return self.session.decide(question)

    def _ask(self, question: Choose[Any]) -> Decision | None:
        self._asked = question
        self._keep()
        if not self._seat_down(question.seat):
            return None
        told = self.told
        told.ask(question)
        self._offer_end(question)
        due = None
        if timed(question) and self.terminal.live and not self.terminal.plain:  # to be read out takes its time
            left = self.session.clocks.left(question)
            due = monotonic() + left
            idle = question.options.find(question.idle).label
            self.terminal.say(f"You have {ceil(left)} seconds; after that: {idle}.")
        while told.decision is None and not told.left and told.choices is not None:
            try:
                line = self._line(self.terminal.prompt, due)
            except TimeUp:
                self.terminal.say("Time is up.")
                self.session.clocks.stop(question, 0.0)
                return Decision(question.idle)
            if line is not None and line.strip():
                self._obey(line.strip())
        if due is not None:
            self.session.clocks.stop(question, due - monotonic())
        return told.decision

    def _offer_end(self, question: Choose[Any]) -> None:
        """Offer to end the battle, once, where nothing is left but to flee."""
        if self._offered or not only_flees(self.match.ruleset, self.match.board, question.seat):
            return
        if not why_no_giving_up(self.session):
            self._offered = True
            self.terminal.say("Nothing is left but to flee: everybody of yours who still stands is in flight.")
            self.terminal.say("Type give-up to end the battle here, as lost.")

    def _line(self, prompt: str, due: float | None = None) -> str | None:
        """A line that was typed; None at the end of input: nobody plays on then. Raises TimeUp when it is ``due``."""
        line = self.terminal.ask(prompt, due - monotonic() if due is not None else None)
        if line is None:
            self.told.left = True
        return line

    def _obey(self, line: str) -> None:
        """Take one line: an option's number or key, a command, or the beginning of a key, in this order."""
        word, _, rest = line.removeprefix("/").partition(" ")
        verb = VERBS.get(word.casefold())
        try:
            if verb is not None and (line.startswith("/") or not self.told.current.has(line)):
                verb.run(self.told, rest.strip())
            else:
                self.told.decision = Decision(self.told.current.find(line).key)
        except UserError as error:
            self.terminal.say(str(error))

    def _seat_down(self, seat: Seat) -> bool:
        """Give the screen to a person; with several, behind a curtain. False at the end of input."""
        if seat == self.told.at_screen:
            return True
        if len(self.session.people) > 1:
            if self.told.at_screen is not None:
                self.told.show_news()
            if self._line(f"Pass the keyboard to {self.session.title(seat)}, then press Enter. ") is None:
                return False
            self.terminal.clear()
        self.told.at_screen = seat
        return True

    def _end(self) -> Session | None:
        self._keep()
        if self.told.at_screen is None and self.session.people:
            self.told.at_screen = self.session.people[0]
        self.told.show_news()
        if not self.session.ended:
            return None
        self.terminal.say()
        parts = outcome_words(self.session), reason_words(self.session, "")
        self.terminal.say(f"The battle is over. {('. ' if self.session.defeat else ': ').join(parts)}", "bold")
        self._sum_up()
        if self.session.course is not None:
            self._offer_battle()
            return None
        if remember_won(load_preferences(), self.session):
            self.terminal.say(tell_first_win(self.match.ruleset))
            self._offer_battle()
        return self._begin_again() if self.session.people and not self._resume else None

    def _puzzle_decided(self) -> bool:
        """Whether the battle is a puzzle whose aim was met or missed by now."""
        puzzle = self.session.puzzle
        if puzzle is None:
            return False
        puzzle.follow(self.match)
        return puzzle.met is not None

    def _end_puzzle(self) -> Session | None:
        """Tell what the line was worth, and the solution if it was found or is asked for; then perhaps once more."""
        puzzle, say = self.session.puzzle, self.terminal.say
        assert puzzle is not None
        self._keep()
        self.told.show_news()
        proof = puzzle.offered.puzzle.proof
        say("Your line is weighed: a few seconds.")
        verdict = judge(puzzle)
        title, sentence = tell_verdict(verdict, met=bool(puzzle.met), best=proof.best)
        say()
        say(title, "bold")
        say(sentence)
        solved = verdict is not None and verdict.solved
        tries = remember_try(load_preferences(), puzzle.offered.name, solved=solved)
        say(f"To tell others: {tell_result(puzzle.offered, verdict, tries)}")
        typed = ""
        if not solved:
            say("again: once more, with other dice. solution: what is best here, and why. Enter leaves.")
            typed = (self._line("> ") or "").strip().casefold()
        if solved or typed == "solution":
            for line in (*tell_solution(proof), "", *tell_played_solution(puzzle.offered)):
                say(line)
        return self.session.again(self.session.players) if typed == "again" else None

    def _begin_again(self) -> Session | None:
        """The same battle from its beginning, as it was or a step harder or easier, if a person types so."""
        step = next_difficulty(self.session)
        word, harder = step.title.casefold(), not step.why_not
        self.terminal.say()
        foes = f" {word}: with {'more or stronger' if step.only == 'stronger' else 'fewer or weaker'} foes." * harder
        self.terminal.say(f"again: once more, with other dice.{foes} Enter leaves.")
        typed = (self._line(self.terminal.prompt) or "").strip().casefold()
        if typed == "again":
            return self.session.again(self.session.players)
        if typed != word or not harder:
            return None
        setup = self.match.setup
        try:
            found = foresee_squad(setup, step.other, step.difficulty, only=step.only)
        except UserError as error:
            self.terminal.say(str(error))
            return None
        self.terminal.say(tell_changed(change_of(found, step.other, step.difficulty)))
        setup = with_squads(setup, {step.other: found.squad})
        return self.session.again(self.session.players, setup=setup, difficulty=step.difficulty)

    def _offer_battle(self) -> None:
        """How the quick battle is begun: after a lesson the one that uses what was learned, after that the next."""
        rules = self.match.setup.ruleset
        newcomer = is_newcomer(load_preferences(), rules)
        file = quick_file(rules, newcomer=newcomer)
        if file is not None:
            self.terminal.say()
            self.terminal.say(
                f"Now a battle: {quick_title(rules, newcomer=newcomer)}. "
                f"Begin with: battlemat text {file.stem} --rules {rules}",
                "bold",
            )

    def _sum_up(self) -> None:
        """Who stands and who fell, the best blow, and how the dice fell; that takes a moment and is told last."""
        match, say = self.match, self.terminal.say
        found, harm = told_report(self.session), match.ruleset.harm_word
        if when := tell_rounds(found):
            say(f"It ended {when}.")
        for side in match.setup.sides:
            own = of_side(found, side.name)
            standing = [called(deeds.standing) for deeds in own if deeds.standing.up and not deeds.gone]
            names = ": " + ", ".join(standing) if standing else ""
            say(f"{side.called}: {tell_left(own)}{names}.")
        for who in dict.fromkeys(fall.who for fall in found.falls):
            say(f"{called(found.deeds[who].standing)} {tell_fall(found, who)}.")
        if best := tell_best_blow(found, harm):
            say(f"Best blow: {best}.")
        if not self.session.people:
            return
        luck = LuckReckoning(match)
        while not luck.done:
            luck.advance()
        for name, of in luck.by_side.items():
            told = tell_luck(of, harm, dealt_by(found, name))
            say(f"The dice of {in_sentence(self.session.title(Seat(name)))}: {told}.")
        if luck.by_side:
            say(EXPECTED)


def _decided(answer: Answer | None) -> Decision | None:
    return Decision(answer) if answer is not None else None
