"""The squads of a battle before it begins: who they are, what they can take, what they carry."""

from __future__ import annotations

import pygame

from game.play.session import Session
from game.rules.standing import called
from game.scene.scene import Token
from game.view.board.tokens import liveries_of
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import NIGHT
from game.view.widgets.widget import Button, Label, Widget
from game.window.loop import App, Screen
from game.window.menu import write_heading


class SquadsScreen(Screen):
    """A list for each side, next to each other. Who lies in ambush for one of the people at the screen is not in it."""

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.match = match = session.match
        self.liveries = liveries_of(match)
        sides = [side.name for side in match.setup.sides if side.name in session.people]
        known = [frozenset(match.ruleset.seen_by(match.board, side)) for side in sides]
        self.shown = [who for who in match.state.combatants if all(who in each for each in known)]

    def layout(self, size: tuple[int, int]) -> None:
        """One column a side."""
        px, sides = self.look.px, self.match.setup.sides
        gap, top = px(16), px(76)
        width = (size[0] - 2 * px(24) - gap * (len(sides) - 1)) // len(sides)
        widgets: list[Widget] = []
        for column, side in enumerate(sides):
            left = px(24) + column * (width + gap)
            colour = self.liveries.word_colour(side.name)
            title = self.liveries.titles[side.name]
            widgets.append(Label(pygame.Rect(left, top, width, px(28)), title, 18, colour, bold=True))
            box = pygame.Rect(left, top + px(34), width, size[1] - top - px(58))
            widgets.append(ListBox(box, self._rows(side.name), lambda _: None, height=px(54)))
        widgets.append(
            Button(
                pygame.Rect(size[0] - px(124), px(18), px(100), px(40)),
                "Back",
                self.app.pop,
                shortcut=self.app.keys.shown("cancel"),
            )
        )
        self.group.put(widgets, focus=0 if self.group.focus is None else None)

    def _rows(self, side: str) -> list[ListRow]:
        board, rules = self.match.board, self.match.ruleset
        rows = []
        for c in self.match.state.on(side):
            if c.id not in self.shown:
                continue
            standing = rules.standing(board, c.id)
            token = Token(c.id, c.side, c.at, standing)
            bars = [(bar.word, str(bar.full)) for bar in standing.bars]
            pools = [(pool.word, str(pool.left)) for pool in standing.pools]
            gear = [(thing.word, thing.told) for thing in standing.gear]
            facts = ", ".join(f"{label} {value}" for label, value in (*bars, *pools, *gear, *standing.facts))
            rows.append(ListRow(called(standing), facts, self.liveries.portrait(token, self.look.px(44))))
        return rows

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "The squads", self.look.px(16))
        self.group.draw(target, self.look)
