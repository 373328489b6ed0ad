"""Panels over a battle for the person who plays: the pause menu, standing orders, real dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.play.dice import SeededDice, read_faces
from game.play.session import ORDER_WORDS, Session, give_order, read_order, usual_orders
from game.play.start import StartRequest
from game.rules.match import Orders
from game.rules.questions import Impossible, Roll, Seat
from game.rules.ruleset import tell_pursuits
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BODY, FAINT, SMALL
from game.view.widgets.widget import ChoiceButton, Widget
from game.window.battle.commanding import BattleCommands
from game.window.battle.stage import Stage
from game.window.controls import Binding
from game.window.destinations import Begin, Saves, Settings, Share, StartedBattle, Sure, Title
from game.window.loop import App
from game.window.menu import MenuButton, MenuRow, MenuScreen


class PauseScreen(MenuScreen):
    """The battle waits below."""

    title = "Pause"
    width = 380

    def __init__(self, app: App, stage: Stage, commands: BattleCommands) -> None:
        super().__init__(app)
        self.stage = stage
        self.commands = commands
        scene = stage.scene
        so_far = tell_pursuits(scene.ruleset, scene.board)
        self.goal = f"{stage.panels.goal} So far: {', '.join(so_far)}." if so_far else stage.panels.goal

    def content(self) -> Sequence[MenuRow]:
        """What wins."""
        return (self.paragraph(self.goal, SMALL, FAINT, centred=True),) if self.goal else ()

    def entries(self) -> Sequence[MenuButton]:
        """What can be done now."""
        why, seated = self.stage.driver.undo_boundary(), self.stage.view.viewer is not None
        told = why or "Your last decision, with what followed"
        kept = "Under a name of its own; the battle is also kept by itself"
        lost = self.commands.why_no_giving_up
        return (
            MenuButton("Go on", self.cancel),
            MenuButton("Take back", self._undo, told, not why, "undo"),
            MenuButton("Reactions", self._orders, "How you want to be asked", seated, "orders"),
            MenuButton("Save", self._save, kept, control="save"),
            MenuButton("Players' window", self._players, "For another screen: what one side knows", control="players"),
            MenuButton("Share", self.leads(Share(self.stage.session)), "Its word, a page, a moving picture"),
            MenuButton("Saved battles", self.leads(Saves())),
            MenuButton("Rules and keys", self.commands.help, control="help"),
            MenuButton("Settings", self.leads(Settings())),
            MenuButton("Once more", self._again, "From its beginning; this battle is kept"),
            MenuButton("Give up", self._give_up, lost or "End it here, as lost, and see how it went", not lost),
            MenuButton("Leave the battle", self.leads(Title()), "It is kept; go on with it from the title"),
            MenuButton("Quit", self._quit, "The battle is kept; go on with it next time"),
        )

    def _undo(self) -> None:
        self.app.pop()
        self.commands.undo()

    def _orders(self) -> None:
        self.app.pop()
        self.commands.order()

    def _save(self) -> None:
        self.app.pop()
        self.commands.save()

    def _players(self) -> None:
        self.app.pop()
        self.commands.show_players()

    def _again(self) -> None:
        """The same battle with other dice; a lesson from its first page."""
        session = self.stage.session
        lesson = session.course
        again = StartedBattle(session.again(session.players)) if lesson is None else Begin(StartRequest(lesson.path))
        self.app.go(again)

    def _give_up(self) -> None:
        """Asked back, and back at the battle either way."""
        self.app.pop()
        told = "The battle ends here, as lost. What is kept of it is from before: it can still be gone on with"
        self.app.go(Sure("Give up?", f"{told}.", self.commands.give_up))

    def _quit(self) -> None:
        """Asked back: it lies beside what only leaves the battle."""
        self.app.go(Sure("Quit the game?", "The battle is kept; go on with it next time.", self.app.quit))


class OrdersScreen(MenuScreen):
    """One choice for all reactions, and one for each kind that has been met."""

    title = "Reactions"
    width = 560

    def __init__(self, app: App, session: Session, seat: Seat) -> None:
        super().__init__(app)
        self.session = session
        self.seat = seat

    @property
    def held(self) -> Orders:
        """The orders as they stand."""
        usual = usual_orders(self.app.preferences, self.session.match.ruleset.name)
        return self.session.orders.get(self.seat, usual)

    def content(self) -> Sequence[MenuRow]:
        """The choices."""
        orders = [("", self.held.default), *self.held.topics.items()]
        return [MenuRow(46, partial(self._choice, topic, order)) for topic, order in orders]

    def _choice(self, topic: str, order: str, box: pygame.Rect) -> Widget:
        def change(word: str) -> None:
            give_order(self.session, self.app.preferences, self.seat, topic, read_order(word))

        box.height -= self.look.px(6)
        named = topic or ("All others" if self.held.topics else "All reactions")
        return ChoiceButton(box, named, ORDER_WORDS, order, change)

    def entries(self) -> Sequence[MenuButton]:
        """Back to the battle."""
        return (MenuButton("Done", self.cancel),)


class DiceScreen(MenuScreen):
    """Asks for the faces of one roll."""

    width = 420
    right_click_leaves = False

    def __init__(self, app: App, session: Session, commands: BattleCommands, roll: Roll) -> None:
        super().__init__(app)
        self.session = session
        self.commands = commands
        self.roll = roll
        self.text = ""
        self.title = "Draw one" if roll.names else f"Roll {roll.dice}"

    def content(self) -> Sequence[MenuRow]:
        """What it is for, the cards that can be drawn, and the field."""
        hint = "the name on it" if self.roll.names else "what they show, such as 4 2"
        change = partial(setattr, self, "text")
        return (
            self.paragraph(self.roll.why, BODY, FAINT),
            *([self.paragraph(", ".join(self.roll.names))] if self.roll.names else []),
            MenuRow(42, lambda box: TextField(box, self.text, change, hint=hint)),
        )

    def entries(self) -> Sequence[MenuButton]:
        """What was typed, or what the game rolls."""
        this, mine = ("This one", "Draw for me") if self.roll.names else ("These faces", "Roll for me")
        return MenuButton(this, self._take), MenuButton(mine, self._roll)

    def layout(self, size: tuple[int, int]) -> None:
        """In the middle; one types at once."""
        super().layout(size)
        self.group.focus = next(each for each in self.group.widgets if isinstance(each, TextField))

    def _take(self) -> None:
        try:
            faces = read_faces(self.roll, self.text)
        except Impossible as error:
            self.app.say(str(error))
            return
        self._answer(faces)

    def _roll(self) -> None:
        session = self.session
        self._answer(SeededDice(session.seed).answer(session.match, self.roll))

    def _answer(self, faces: tuple[int, ...]) -> None:
        self.app.pop()
        self.commands.answer(faces)

    def bindings(self) -> Sequence[Binding]:
        """Enter takes what was typed."""
        take = Binding("These faces", self._take, "confirm", enabled=bool(self.text))
        return take, Binding("Pause", self.commands.pause, "cancel")
