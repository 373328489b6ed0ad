"""Real dice: a person rolls at the table and types what they show."""

from __future__ import annotations

import pygame

from game.play.dice import SeededDice, read_faces
from game.play.session import Session
from game.rules.questions import Impossible, Roll
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BODY, FAINT, LARGE, REACH, TEXT, TITLE, draw_panel
from game.view.widgets.widget import Button, Label
from game.window.battle.commanding import BattleCommands
from game.window.loop import App, Screen


class DiceScreen(Screen):
    """Asks for the faces of one roll."""

    covers = False

    def __init__(self, app: App, session: Session, commands: BattleCommands, roll: Roll) -> None:
        super().__init__(app)
        self.session = session
        self.commands = commands
        self.roll = roll
        self.text = ""
        self.rect = pygame.Rect(0, 0, 0, 0)

    def layout(self, size: tuple[int, int]) -> None:
        """In the middle."""
        px = self.look.px
        cards = ", ".join(self.roll.names)
        more = len(self.look.wrap(cards, px(380), BODY)) * self.look.line(BODY) if cards else 0
        self.rect = pygame.Rect(0, 0, px(420), px(190) + more)
        self.rect.center = (size[0] // 2, size[1] // 2)
        left, top, width = self.rect.left + px(20), self.rect.top + px(14), self.rect.width - px(40)
        half = (width - px(12)) // 2
        row = self.rect.bottom - px(56)
        if cards:
            title, hint, this, mine = "Draw one", "the name on it", "This one", "Draw for me"
        else:
            title, hint, this, mine = (
                f"Roll {self.roll.dice}",
                "what they show, such as 4 2",
                "These faces",
                "Roll for me",
            )
        self.group.put(
            [
                TextField(
                    pygame.Rect(left, top + px(66) + more, width, px(42)),
                    self.text,
                    self._type,
                    hint=hint,
                ),
                Button(pygame.Rect(left, row, half, px(42)), this, self._take),
                Button(pygame.Rect(left + half + px(12), row, half, px(42)), mine, self._roll),
                Label(pygame.Rect(left, top, width, 30), title, LARGE, TITLE, bold=True),
                Label(pygame.Rect(left, top + px(32), width, 30), self.roll.why, BODY, FAINT),
                Label(pygame.Rect(left, top + px(60), width, more), cards, BODY, TEXT),
            ],
            focus=0,
        )

    def _type(self, text: str) -> None:
        self.text = text

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

    def handle(self, event: pygame.Event) -> None:
        """Type, and Enter."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.text:
            self._take()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.commands.pause()
        else:
            self.group.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        draw_panel(target, self.rect, alpha=250, line=REACH, width=2)
        self.group.draw(target, self.look)
