"""What stands before a battle or a turn: the card with place and sides, the curtain between two people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil

import pygame

from game.play.seating import called_player
from game.play.session import Session
from game.play.speech import in_sentence, tell_aim
from game.rules.questions import Seat
from game.rules.setup import SideSetup
from game.scene.scene import Token
from game.view.board.tokens import TokenStyles
from game.view.panels.face_row import FaceRow
from game.view.widgets.art import picture
from game.view.widgets.layout import Dock, in_middle
from game.view.widgets.theme import BODY, FAINT, LARGE, LINE, NIGHT, SMALL, TEXT, TITLE, draw_panel
from game.view.widgets.widget import Button, Label, Toggle, Widget
from game.window.battle.panels import GROUND
from game.window.loop import App, Screen
from game.window.menu import MenuButton, MenuScreen, veil
from game.window.setting_up import starting

WIDTH, MARGIN, GAP = 800, 24, 14
TITLED, UNDER, NAMES, FACE, NEXT = 36, 20, 52, 62, 48
"""Heights of the design: title, rules, a side's name with who plays it, its faces, the button."""

MOST = 4
"""Sides that are shown: more would leave no room for faces."""


class OpeningScreen(Screen):
    """Stands before a battle until any key is pressed, or anything but its switch is clicked."""

    covers = False

    def __init__(self, app: App, session: Session, liveries: TokenStyles, tokens: tuple[Token, ...]) -> None:
        super().__init__(app)
        self.session, self.liveries, self.tokens = session, liveries, tokens
        setup, rules = session.match.setup, session.match.ruleset
        self.title = setup.title or setup.field.title or "A battle"
        place = setup.field.title if setup.field.title != self.title else ""
        self.under = ", ".join(said for said in (rules.title, place) if said)
        to_beat = f"To beat: {setup.to_beat}." if setup.to_beat else ""
        self.told = " ".join(said for said in (setup.description, to_beat) if said)
        self.order = rules.turn_order
        self.sides = setup.sides[:MOST]
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._head = self._glass = self.rect
        """Where its title is, and the hourglass before the order in which they act."""

    # -- in its place

    def layout(self, size: tuple[int, int], least: int = 0) -> None:
        """The text as high as it is, or ``least``, sides beside each other, one button."""
        scale = self.look.scale
        columns = max(1, min(2, len(self.sides)))
        wide = WIDTH - 2 * MARGIN
        each = (wide - GAP * (columns - 1)) // columns
        told, order = self._high(self.told, wide), self._high(self.order, wide - 34)
        aims = [self._high(self._aim(side), each) for side in self.sides]
        head, names = ceil((TITLED + UNDER) * self.look.text), ceil(NAMES * self.look.text)
        block = names + FACE + max(aims, default=0) + GAP
        rows = -(-len(self.sides) // columns)
        texts = sum(high + GAP for high in (told, order) if high)
        whole = max(least, 2 * GAP + head + texts + rows * block + NEXT + GAP)
        self.room = (WIDTH + 16, whole + 16)
        if self.look.scale != scale:  # smaller writing takes other lines; never lower again, or it goes on for ever
            return self.layout(size, whole)
        look, px = self.look, self.look.px
        self.rect = in_middle(size, px(WIDTH), px(whole))
        card = Dock(look, self.rect, GAP, edge=(MARGIN, GAP))
        self._head, foot = card.top(head), Dock(look, card.bottom(NEXT), GAP)
        keep = partial(setattr, self.app.preferences, "opening")
        widgets: list[Widget] = [
            Button(foot.right(220), "To battle", self.app.pop, size=LARGE - 2),
            Toggle(foot.area, "Show this before each battle", self.app.preferences.opening, keep),
            Label(card.top(told), self.told, BODY, TEXT),
        ]
        below = card.column(GAP, block - GAP)
        for side, place in zip(self.sides, below.grid(len(self.sides), columns), strict=True):
            widgets += self._side(side, place)
        line = Dock(look, below.box(px(order)), 10)
        self._glass = line.left(24)
        widgets += [Label(line.area, self.order, BODY, TITLE)] if self.order else []
        self.group.put(widgets, focus=0 if self.group.focus is None else None)
        return None

    def _high(self, text: str, wide: int) -> int:
        """How high a text is, in pixels of the design."""
        look = self.look
        lines = len(look.wrap(text, look.px(wide), BODY)) if text else 0
        return ceil(lines * look.line(BODY) / look.scale)

    def _side(self, side: SideSetup, box: pygame.Rect) -> list[Widget]:
        """Whom one sees of a side, who plays it, and what it is after."""
        look, whole = self.look, Dock(self.look, box)
        seen = [token for token in self.tokens if token.side == side.name]
        player = self.session.players.get(Seat(side.name))
        count = f"{len(seen)} in sight" if seen else "nobody in sight"
        mine = "Yours" if len(self.session.people) == 1 else "A person"
        plays = "" if player is None else called_player(player.level) if player.level else mine
        under = ": ".join(said for said in (plays, count) if said)
        faces = [self.liveries.portrait(token, look.px(FACE)) for token in seen]
        colour = self.liveries.word_colour(side.name)
        return [
            FaceRow(whole.top(ceil(NAMES * look.text) + FACE), side.called, under, faces, colour, label=0, below=True),
            Label(whole.area, self._aim(side), BODY, TEXT),
        ]

    def _aim(self, side: SideSetup) -> str:
        """What a side is after, as a sentence of its own."""
        told = tell_aim(self.session.match.setup, side.name, lambda _: GROUND)
        return f"{told[:1].upper()}{told[1:]}."

    # -- what is pressed

    def handle(self, event: pygame.Event) -> None:
        """Any click but on the switch, and any key but those that lead to it, goes on."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            switches = [each for each in self.group.widgets if isinstance(each, Toggle)]
            if event.button != 1 or not any(each.rect.collidepoint(event.pos) for each in switches):
                self.app.pop()
                return
        if event.type == pygame.KEYDOWN and event.key not in MOVES and not isinstance(self.group.focus, Toggle):
            self.app.pop()
            return
        super().handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        look = self.look
        veil(target)
        draw_panel(target, self.rect, alpha=250, line=LINE, width=2, radius=look.px(12))
        head = Dock(look, self._head, 8)
        place = head.left(60)
        sign = picture(starting.emblem(self.session.match.ruleset), place.width)
        target.blit(sign, sign.get_rect(center=place.center))
        room, above = head.area.width, head.top(ceil(TITLED * look.text))
        size = look.fitting(self.title, room, LARGE + 8, "semibold")
        title = look.write(look.cut(self.title, room, size, "semibold"), size, TITLE, "semibold")
        target.blit(title, title.get_rect(midleft=above.midleft))
        under = look.write(look.cut(self.under, room, SMALL + 1), SMALL + 1, FAINT)
        target.blit(under, under.get_rect(midleft=head.area.midleft))
        if self.order:
            target.blit(picture("icons/hourglass", self._glass.width), self._glass)
        self.group.draw(target, look)


MOVES = (pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_LSHIFT, pygame.K_RSHIFT)
"""Keys that go from the button to the switch and back, and do not begin the battle."""


class CurtainScreen(MenuScreen):
    """Covers everything until the next person is there."""

    covers = True
    width = 440

    def __init__(self, app: App, name: str) -> None:
        super().__init__(app)
        self.title = f"{name}: your decision"

    def entries(self) -> Sequence[MenuButton]:
        """One button."""
        return (MenuButton("I am ready", self.app.pop),)

    def cancel(self) -> None:
        """Only the button lifts it."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        super().draw(target)


class PassScreen(CurtainScreen):
    """The same where nothing has to be hidden: any click or key goes on."""

    def __init__(self, app: App, name: str) -> None:
        super().__init__(app, name)
        self.title = f"Pass the mouse to {in_sentence(name)}"

    def entries(self) -> Sequence[MenuButton]:
        """One button, for whoever looks for one."""
        return (MenuButton("Go on", self.app.pop),)

    def handle(self, event: pygame.Event) -> None:
        """Any click or key, but none that is for the window."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.app.pop()
        else:
            super().handle(event)
