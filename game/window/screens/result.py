"""How a battle ended."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.session import Session
from game.rules.questions import Seat
from game.rules.standing import called
from game.scene.battle_report import BattleReport, report
from game.view.board.tokens import TokenStyles
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import BODY, TEXT
from game.view.widgets.widget import Label, Widget
from game.window.destinations import NewBattle, StartedBattle, Title, WatchReplay
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen

ROW, LEAST, BELOW = 44, 196, 478
"""Pixels of the design: a line of the list, how high the list is at least, and what stands above and below it."""


class ResultScreen(MenuScreen):
    """Who won and why."""

    width = 680

    def __init__(self, app: App, session: Session, liveries: TokenStyles) -> None:
        super().__init__(app)
        self.session, self.liveries = session, liveries
        self._high = LEAST
        winner, verdict = session.winner, session.match.state.verdict
        name = liveries.titles.get(winner, winner) if winner is not None else ""
        self.title = f"Defeat: {name} won" if session.defeat else f"Victory: {name}" if name else "A draw"
        self.why = verdict.why if verdict is not None else ""
        match = session.match
        start = match.marks[0] if match.marks else None
        self.report = (
            report(match.ruleset, match.setup, match.ground, start.state, match.events[start.events :])
            if start is not None
            else BattleReport()
        )

    def layout(self, size: tuple[int, int]) -> None:
        """The list is as high as its lines, as far as the window has room for them."""
        spare = size[1] * 100 // self.app.look.px(100) - BELOW
        self._high = max(LEAST, min(len(self._rows()) * ROW + 8, spare))
        super().layout(size)

    def extra(self) -> int:
        """Room for the reason and the list."""
        return self._high + 44

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The reason."""
        px = self.look.px
        box = pygame.Rect(rect.left + px(20), rect.top + px(66), rect.width - px(40), px(40))
        listed = pygame.Rect(rect.left + px(20), rect.top + px(100), rect.width - px(40), px(self._high))
        return (
            Label(box, self.why, BODY, TEXT, centred=True),
            ListBox(listed, self._rows(), lambda _: None, height=px(ROW)),
        )

    def _rows(self) -> list[ListRow]:
        """A line for each combatant, then how the dice fell."""
        liveries, px = self.liveries, self.look.px
        rows = []
        for deeds in sorted(self.report.deeds.values(), key=lambda deeds: (deeds.felled, deeds.dealt), reverse=True):
            face = liveries.face(deeds.side, deeds.standing, px(36), deeds.standing.incapacity)
            told = f"dealt {deeds.dealt}, put down {deeds.felled}, lost {deeds.taken}"
            state = ", ".join((*deeds.standing.came_out, *["off the field"] * deeds.gone))
            rows.append(ListRow(f"{called(deeds.standing)}, {state}", told, face, liveries.word_colour(deeds.side)))
        for (side, sides), throws in sorted(self.report.throws.items(), key=lambda item: -item[1].count):
            title, mean = liveries.titles.get(side, side), throws.total / throws.count
            said = f"{title}, d{sides}: {mean:.1f} on average, {throws.highest} × {sides}"
            due = f"{(sides + 1) / 2:.1f} and {throws.count / sides:.1f} × {sides} are to be expected"
            rows.append(ListRow(said, f"{throws.count} thrown; {due}"))
        return rows

    def entries(self) -> Sequence[MenuButton]:
        """What next."""
        return (
            ("Look at the field", self.app.pop, "", True),
            ("Rematch", self._rematch, "The same battle with other dice", True),
            ("Swap sides", self._swap, "The same battle, played by the others", True),
            ("Watch it again", self._watch, "", True),
            ("Another battle", self._another, "Another map, other squads", True),
            ("To the title", self._title, "", True),
        )

    def _rematch(self) -> None:
        session = self.session
        self.app.go(StartedBattle(session.again(session.players)))

    def _swap(self) -> None:
        """Those who played one side play the next."""
        session = self.session
        sides = [Seat(side.name) for side in session.match.setup.sides]
        moved = {side: session.players[other] for side, other in zip(sides, sides[1:] + sides[:1], strict=True)}
        self.app.go(StartedBattle(session.again({**session.players, **moved})))

    def _watch(self) -> None:
        self.app.go(WatchReplay(self.session.autosave))

    def _another(self) -> None:
        self.app.go(NewBattle())

    def _title(self) -> None:
        self.app.go(Title())
