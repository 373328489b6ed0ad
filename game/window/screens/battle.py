"""The battle: lets time pass on it, opens the question that waits for a person, and does what the player commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.files.tiled.picture import Picture
from game.lab.expedition import why_no_giving_up
from game.play.battle_end import only_flees
from game.play.decision_log import explain_decision
from game.play.session import Session, usual_orders
from game.rules.events import Id
from game.rules.match import Asked
from game.rules.questions import Answer, AnyOption, Impossible, Roll, Seat
from game.scene.board_geometry import Pointed, Spot
from game.scene.choosing import DrawerRow, Verb
from game.view.widgets.text_field import TextField
from game.window import desktop
from game.window import destinations as to
from game.window.battle.answer_outcomes import IdleAnswers
from game.window.battle.arrange import arrange
from game.window.battle.ask import doubts, list_drawer, list_options, prompt_for
from game.window.battle.board_clicks import BoardClicks, aim_ahead, remember_struck
from game.window.battle.camera_work import clear_view, follow_mover, place_camera, scroll_at_edge
from game.window.battle.commanding import attack_meant
from game.window.battle.dock import lay_out
from game.window.battle.draw_battle import draw_battle, stirred
from game.window.battle.driver import others_act, skip_others, told_of_others
from game.window.battle.frame import ROOM
from game.window.battle.input import BattleInput
from game.window.battle.lesson_panel import next_hint, seen
from game.window.battle.line_marks import asked_about
from game.window.battle.manual_save import save_slot
from game.window.battle.open_question import exchange_of
from game.window.battle.stage import Stage
from game.window.controls import Binding
from game.window.loop import App, Screen
from game.window.players_window import PlayersWindow


class BattleScreen(Screen):
    """One battle at the screen. What is known and shown of it is its ``stage``; it carries out ``BattleCommands``."""

    room = ROOM

    def __init__(self, app: App, session: Session, picture: Picture | None) -> None:
        super().__init__(app)
        self.stage = Stage(session, picture, app, self.look, app.surface.get_size())
        self.caption = session.match.setup.title or session.match.setup.field.title
        self.input = BattleInput(self.stage, self)
        self.clicks = BoardClicks(self.stage, self, app.say)
        session.match.breathe = app.give_way
        self._stands: dict[Seat | None, tuple[int, Spot]] = {}
        """Where each person looked last, if they may not see each other's screens."""
        self._idle: IdleAnswers | None = None
        """What is found out of the question that is asked next."""
        self._placed = self._gliding = self._ended = self._touched = self._watching = self._offered = False
        for seat in session.people:
            session.orders.setdefault(seat, usual_orders(app.preferences, session.match.ruleset.name))

    @property
    def field(self) -> TextField | None:
        """What is looked for in the log."""
        return self.input.log_tools.group.field if self.input.log_tools.typing else None

    @property
    def notices(self) -> pygame.Rect | None:
        """They are shown in the dock, as nothing lies over the board: above the log's last lines, which they are often
        about, but where a list has that room.
        """
        panels = self.stage.panels
        dock = panels.frame.dock.copy()
        if not panels.log.open and self.stage.prompt is None:
            dock.height -= panels.log_rect.height
        return dock

    # -- time

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        return self._gliding or self.stage.moving

    def advance(self, seconds: float) -> None:
        """Let time pass; what is to be seen and pressed comes to its place."""
        self._pass(seconds)
        self._lay_out()

    def _lay_out(self) -> None:
        self.stage.view.in_front = self.app.top is self
        lay_out(self.stage)
        self._touched = False

    def _pass(self, seconds: float) -> None:
        """Let opponents answer, events be shown, and questions open when everything has been seen."""
        stage, head = self.stage, self.stage.view.head
        question = stage.advance(seconds, 0 if head.caught_up else 30)
        if self.app.top is self:  # behind a curtain or a menu nothing passes that nobody sees
            self._show_events(seconds)
        self._gliding = stage.view.camera.advance(seconds) or scroll_at_edge(stage.view, seconds)
        stage.panels.bar.advance(seconds * self.app.tip_pace)
        stage.panels.turns.advance(seconds)
        self.clicks.advance()
        if stage.prompt is not None:
            stage.prompt.advance(seconds)
        self._tell_trouble()
        if self.app.top is not self or self._run_down(seconds):
            return
        if question is not None and self._give_screen_to(question.seat):
            return
        if stage.choosing is None and head.caught_up:
            if (ended := stage.end_puzzle()) is not None:
                self.app.go(to.PuzzleResult(ended))
            elif question is not None and self._weighed(question, seconds):
                self._open(question)
                self._offer_end()
            elif stage.session.ended and not stage.driver.thinking and not head.busy:
                self._end()

    def _show_events(self, seconds: float) -> None:
        """Play what has happened at the player's pace, with its sounds; the camera goes with it."""
        head = self.stage.view.head
        skip_others(self.stage.view, self.stage.driver)
        watching = self.stage.asked is None and others_act(self.stage.view, self.stage.driver)
        head.pace.follow(brisk=watching and head.scene.round > 1)
        if watching != self._watching:
            self._watching = watching
            self._refresh()
        self.stage.view.advance(seconds * self.app.preferences.speed)
        for sound in head.sounds:
            self.app.sounds.play(sound)
        head.sounds.clear()
        follow_mover(self.stage)

    def _give_screen_to(self, seat: Seat) -> bool:
        """Let another person look, behind a curtain if the last one saw something private; whether they come first."""
        stage = self.stage
        if stage.choosing is not None or not stage.view.perspective.waits_for(seat):
            return False
        if not stage.view.head.caught_up:
            return True
        private, last = stage.view.perspective.secrets, stage.view.viewer
        stage.view.perspective.viewer = seat
        self.input.log_tools.forget()
        stage.view.cursor = stage.view.hover = None
        if private:  # where the last one looked would tell where they have somebody
            self._stands[last] = stage.view.camera.stand
        if private and seat in self._stands:
            stage.view.camera.stand = self._stands[seat]
        else:
            place_camera(stage.view)
        if private or self.app.preferences.pass_mouse:
            self.app.go((to.Curtain if private else to.PassMouse)(stage.session.title(seat)))
        return self.app.top is not self

    def _run_down(self, seconds: float) -> bool:
        """Let the time for an answer pass; when it is up, things are left as they are. Whether it was up."""
        asked = self.stage.asked
        if asked is None or not asked.countdown.running:
            return False
        countdown = asked.countdown
        if countdown.advance(seconds, self.app.preferences.time_limits):
            self.app.sounds.play("press")
        if countdown.up:
            self.answer(asked.choosing.question.idle)
            self.app.say("Time is up.")
        return countdown.up

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            self._teach()
            session = self.stage.session
            if session.winner is not None:
                self.app.sounds.play("lose" if session.defeat else "win")
            self.result()

    def _offer_end(self) -> None:
        """Offer to end the battle, once, where nothing is left but to flee."""
        side = self.stage.view.viewer
        match = self.stage.session.match
        if self._offered or side is None or not only_flees(match.ruleset, match.board, side) or self.why_no_giving_up:
            return
        self._offered = True
        told = "Everybody of yours who still stands is in flight. The battle can end here, as lost"
        self.app.go(to.Sure("Nothing is left but to flee: end it?", f"{told}.", self.give_up))

    @property
    def why_no_giving_up(self) -> str:
        """Why the battle can't be given up now; empty if it can."""
        if self.stage.view.viewer is None:
            return "Nobody at the screen plays a side."
        return why_no_giving_up(self.stage.session)

    def give_up(self) -> None:
        """End the battle, as lost by whoever looks at the screen."""
        self.stage.session.given_up = self.stage.view.viewer
        self._close()
        self._end()

    def result(self) -> None:
        """Show how the battle ended; of a lesson, what it has taught."""
        session, liveries, course = self.stage.session, self.stage.layers.liveries, self.stage.course
        self.app.go(to.Result(session, liveries) if course is None else to.LessonResult(session, liveries, course))
        self._refresh()

    # -- questions

    def _weighed(self, question: Asked, seconds: float) -> bool:
        """Whether it is known which answers to a question change nothing; those of others are not waited for."""
        if isinstance(question, Roll):
            return True
        if self._idle is None or self._idle.question is not question:
            self._idle = IdleAnswers(self.stage.session, self.stage.view, question)
        return self._idle.known(seconds)

    def _open(self, question: Asked) -> None:
        """Everything has been seen: ask, unless no answer changes anything."""
        stage = self.stage
        if isinstance(question, Roll):
            self.app.go(to.TypeDice(stage.session, self, question))
            return
        weighed, self._idle = self._idle, None
        stage.view.head.mark()
        asked = stage.open_question(question, weighed)
        if asked.idle and len(asked.idle) == len(question.options) - 1:
            stage.driver.settle(question.declines)
            self._close()
            return
        asked.recap = told_of_others(stage.view, stage.driver)
        if question.kind in ("react", "ruling", "confirm"):
            asked.prompt = prompt_for(stage, asked, self.choose)
            asked.exchange = exchange_of(question, stage.panels.turns, self.choose)
            self.app.sounds.play("react")
        self._teach()
        if asked.choosing.first:
            self.pull(asked.choosing.first)
        asked.hint = next_hint(self.app.preferences, asked.choosing) if stage.course is None else ""
        self._refresh()
        clear_view(stage)

    def _teach(self) -> None:
        """If the battle is a lesson: let it come as far as the battle is."""
        trouble = self.stage.follow_lesson()
        if trouble:
            self.app.say(trouble)

    def choose(self, option: AnyOption) -> None:
        """A person has chosen; what would be lost or risked by it is asked back, if the player wants it so."""
        self.ask_back(option, "", lambda: self.answer(option.key))

    def ask_back(self, option: AnyOption, more: str, do: Callable[[], object]) -> None:
        """Do it, or ask first whether it is meant, and tell what ``more`` comes of it."""
        doubt = doubts(self.stage, option)
        if doubt:
            self.app.go(to.Sure(f"{option.label}?", f"{doubt}.{more}", do))
        else:
            do()

    def answer(self, answer: Answer) -> None:
        """Give the answer to the question that is open."""
        remember_struck(self.stage, answer)
        try:
            self.stage.driver.answer(answer)
        except Impossible as error:
            self.app.say(str(error))
            return
        self.app.say("")  # what could not be done before is not told of what is done now
        self.app.sounds.play("press")
        self._close()

    def _close(self) -> None:
        if self.stage.asked is not None:
            seen(self.app.preferences, self.stage.asked.hint)
        self.stage.forget_question()
        self._teach()
        self._refresh()

    def take(self, verb: Verb) -> None:
        """A verb's button was pressed."""
        asked = self.stage.asked
        if asked is None:
            return
        options = asked.choosing.take(verb)
        asked.prompt = None
        if len(options) == 1:
            self.choose(options[0])
        elif options:
            list_options(self.stage.view, asked, verb.title, options, self.choose)
        self._refresh()
        clear_view(self.stage)
        aim_ahead(self.stage)

    def choose_row(self, row: DrawerRow) -> None:
        """A row of a drawer was chosen: do it."""
        if row.verb is not None:
            self.take(row.verb)

    def pull(self, name: str) -> None:
        """List the drawer of that name, or close its list. Of what has one thing in it that is aimed that is picked at
        once; then the drawer is listed where it is asked for again.
        """
        asked = self.stage.asked
        drawer = asked.choosing.drawer(name) if asked is not None else None
        if asked is None or drawer is None:
            return
        listed = asked.prompt is not None and asked.prompt.listed.drawer == name
        picked, asked.choosing.verb, asked.prompt = asked.choosing.verb, None, None
        if drawer.only is not None and picked is not drawer.only and not listed:
            self.take(drawer.only)
        elif not listed:
            list_drawer(asked, drawer, self.choose_row)
        self._refresh()

    def click(self, aim: Pointed) -> None:
        """Somebody or a place on the board was clicked, or confirmed with the cursor."""
        self.clicks.click(aim)

    def end_turn(self) -> None:
        """End this unit's turn."""
        choosing = self.stage.choosing
        if choosing is None or self.stage.prompt is not None:
            return
        if choosing.ender is not None:
            self.choose(choosing.ender.options[0])
        elif choosing.unending:
            self.app.say(choosing.unending)

    def undo(self) -> None:
        """Take back the last answer."""
        try:
            self.app.say(f"Taken back: {self.take_back()}")
        except Impossible as error:
            self.app.say(str(error))

    def take_back(self) -> str:
        """Take back the last answer, and give its words. Raises Impossible."""
        taken = self.stage.driver.undo()
        self.clicks.forget()
        self._close()
        self._ended = False
        self.stage.session.given_up = None
        for head in self.stage.view.perspective.heads:
            head.go_back()
        return taken

    def step_back(self) -> bool:
        """Leave the list, the verb or the cursor, in this order; whether there was one."""
        stage, asked = self.stage, self.stage.asked
        if asked is not None and asked.prompt is not None:
            if asked.prompt.close_orders():
                return True
            if asked.prompt.cancel:
                asked.prompt = asked.prompt.outer
                self._refresh()
                return True
        if asked is not None and asked.choosing.back():
            self._refresh()
            return True
        if stage.view.cursor is not None:
            stage.view.cursor = None
            return True
        return False

    # -- what else is commanded

    def change_speed(self, factor: float) -> None:
        """Play faster or slower, from a quarter to eight times the usual."""
        preferences = self.app.preferences
        preferences.speed = max(0.25, min(8.0, preferences.speed * factor))
        self.app.say(f"Speed ×{preferences.speed:g}")

    def explain(self) -> None:
        """Show what can't be done now, and why."""
        if self.stage.choosing is not None:
            self.app.go(to.Reasons(self.stage.choosing.question, self.stage.session.match.ruleset.ledger))

    def ask_why(self) -> None:
        """Show why an AI did what the line of the log under the pointer tells of, or what it did last."""
        asked, viewer = asked_about(self.stage.view, self.stage.panels), self.stage.view.viewer
        if isinstance(asked, str):
            self.app.say(asked)
        else:
            self.app.go(to.Why(self.app.opponents.ask(lambda: explain_decision(asked, viewer))))

    def inspect(self, who: Id) -> None:
        """Show everything about somebody."""
        compare = None if isinstance(attack_meant(self.stage, who), str) else partial(self.compare, who)
        self.app.go(to.Inspect(self.stage.view, self.stage.layers.liveries, who, compare))

    def compare(self, target: Id | None) -> None:
        """Show what an attack of whoever acts upon somebody would be under other rules, or say why there is none."""
        meant = attack_meant(self.stage, target)
        if isinstance(meant, str):
            self.app.say(meant)
        else:
            self.app.go(to.Compare(self.stage.session.match.setup, *meant))

    def look_up(self, number: str) -> None:
        """Open the rules reference at a rule."""
        self.app.go(to.Reference(self.stage.session.match.ruleset, number))

    def copy(self, text: str) -> None:
        """Put a text on the clipboard, and say so."""
        self.app.say(desktop.copied(text))

    def show_players(self, *, everything: bool = False) -> None:
        """Open the window for players, let it show what the next side knows, or close it after the last.

        ``everything``: this window shows all there is meanwhile, as it does where several people play.
        """
        setup, window = self.stage.session.match.setup, self.app.second
        seats = [Seat(side.name) for side in sorted(setup.sides, key=lambda side: not side.party)]
        if window is not None and window.side == seats[-1]:
            window.close()
        elif window is not None:
            self._open_second(seats[seats.index(window.side) + 1 if window.side else 0], everything=window.everything)
        else:
            several = len(self.stage.session.people) > 1
            show = partial(self._open_second, seats[0], everything=everything or several)
            if several and self.stage.view.perspective.secrets and not everything:
                told = "This window will show everything, the other one what one side knows."
                self.app.go(to.Sure("Open a window for players?", told, show))
            else:
                show()

    def _open_second(self, side: Seat, *, everything: bool) -> None:
        try:
            self.app.second = self.app.second or PlayersWindow(self.app, everything=everything)
        except pygame.error as error:
            self.app.say(f"No second window can be opened here: {error}")
            return
        eyes = self.stage.view.perspective.first()
        self.app.second.show(self.stage, side, partial(self._look_through, eyes))
        self._look_through(None if everything else eyes)
        self.app.say(f"The other window shows what {self.stage.session.title(side)} may know")

    def _look_through(self, eyes: Seat | None) -> None:
        """Show the battle to this seat, None for all of it; a question that is open is asked anew."""
        if self.stage.view.viewer != eyes:
            self._close()
            self.stage.view.perspective.viewer = eyes
            self.stage.view.cursor = self.stage.view.hover = None
            self.input.log_tools.forget()

    def order(self) -> None:
        """Show the standing orders about what is asked out of turn, else all of whoever looks at the screen."""
        if self.stage.prompt is not None and self.stage.prompt.turn_orders():
            return
        if self.stage.view.viewer is not None:
            self.app.go(to.StandingOrders(self.stage.session, self.stage.view.viewer))

    def help(self) -> None:
        """Open the rules reference."""
        self.app.go(to.Reference(self.stage.session.match.ruleset))

    def pause(self) -> None:
        """Open the pause menu."""
        self.app.go(to.Pause(self.stage, self))

    def save(self) -> None:
        """Save under a name of its own, and say so."""
        self.app.say(save_slot(self.stage))

    # -- the window

    def layout(self, size: tuple[int, int]) -> None:
        """Put the panels in their places."""
        self.stage.fit(self.look, size)
        if not self._placed:
            self._placed = True
            place_camera(self.stage.view)
        self._refresh()
        self._lay_out()

    def _refresh(self) -> None:
        """Make the buttons anew."""
        arrange(self.stage, self)
        self.app.stale = True

    def bindings(self) -> Sequence[Binding]:
        """What keys do is known to ``input``."""
        return self.input.bindings()

    def handle(self, event: pygame.Event) -> None:
        """What it means is known to ``input``."""
        if self._touched:
            self._lay_out()  # of several events in a row each finds what the one before has left
        self._touched = True
        self.input.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        draw_battle(self.stage, target)

    def stirred(self, since: int, now: int) -> pygame.Rect | None:
        """The part of the board that looks otherwise."""
        return stirred(self.stage, since, now)

    def leave(self) -> None:
        """Keep the battle: closing the window in the middle of a thought loses nothing."""
        self.stage.driver.autosave.save_now()
        self._tell_trouble()
        if self.app.second is not None:
            self.app.second.show_nothing()

    def _tell_trouble(self) -> None:
        if self.stage.driver.autosave.trouble:
            self.app.say(self.stage.driver.autosave.trouble)
