"""Watches a battle that was fought: play, pause, step, and take over from any point."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame

from game.app.destinations import Fight, Title
from game.app.loop import App
from game.app.screens.battle import BattleScreen
from game.app.screens.starting import picture_of
from game.app.seating import Player
from game.app.session import Session, loaded
from game.mendable import Mendable
from game.rules.match import AnyMatch, Match
from game.rules.questions import REFEREE, Answer, Choose, Seat
from game.view.forms import Group
from game.view.theme import LINE, draw_panel
from game.view.widgets import Button, Slider, Widget


class KeptSecret(Mendable):
    """A battle that can't be watched yet: it would tell one person what only another knows."""


@dataclass(frozen=True)
class Recording:
    """A battle to be watched."""

    session: Session
    """The match at its start; nobody at the screen plays."""
    history: tuple[Answer, ...]
    players: dict[Seat, Player]
    """Who played, and plays again when the battle is taken over."""
    over: bool
    """Whether the battle was fought to its end."""


def recording(path: Path) -> Recording:
    """Read a save to be watched from its start. Raises BadFile, OutOfStep, KeptSecret and what else can be mended."""
    match, players, orders, seed, dice = loaded(path)
    again: AnyMatch = Match.begin(match.ruleset, match.setup, match.ground)
    history = tuple(match.history)
    for answer in history:
        again.answer(answer)
    over = again.over
    again.undo(len(history))
    people = [seat for seat, player in players.items() if player.kind == "human" and seat != REFEREE]
    if not over and len(people) > 1 and len({frozenset(match.ruleset.seen_by(match.board, one)) for one in people}) > 1:
        raise KeptSecret(
            "Several people play this battle, and one knows what another does not: watch it when it is over."
        )
    nobody = {seat: Player("ai", player.level) for seat, player in players.items()}
    session = Session(again, nobody, seed, dice, path.with_name(f"{path.stem}-again{path.suffix}"), orders)
    return Recording(session, history, players, over)


class ReplayScreen(BattleScreen):
    """A battle that answers itself from its history."""

    def __init__(self, app: App, shown: Recording) -> None:
        super().__init__(app, shown.session, picture_of(shown.session.match))
        self.recording = shown
        self.history = shown.history
        self.playing = True
        sides = self.stage.liveries.sides
        people = [seat for seat, player in shown.players.items() if player.kind == "human" and seat in sides]
        if not shown.over and len(people) == 1:
            self.stage.perspective.viewer = people[0]  # what lies in ambush stays there until the battle is over
        self.strip = Group()

    def advance(self, seconds: float) -> None:
        """Give the next recorded answer when the last has been seen."""
        if self.playing and self.stage.head.caught_up and self._more:
            self._on()
        self._show_events(seconds)
        self._gliding = self.stage.camera.advance(seconds)
        self.strip.advance(seconds)

    @property
    def moving(self) -> bool:
        """While it plays."""
        return self.stage.head.busy or self._gliding or (self.playing and self._more)

    @property
    def _more(self) -> bool:
        """Whether some of the history has still to be played."""
        return len(self.stage.session.match.history) < len(self.history)

    def _on(self) -> None:
        """Answer until something happens."""
        match = self.stage.session.match
        events = len(match.events)
        while self._more and len(match.events) == events:
            match.answer(self.history[len(match.history)])
        self._slider.value = len(match.history)

    def _refresh(self) -> None:
        look, size = self.look, self.stage.size
        px = look.px
        high, gap = px(44), px(10)
        texts = [
            ("Pause" if self.playing else "Play", self._toggle),
            ("Step", self._step),
            ("To the end", self._last),
            ("From the start", self._first),
            ("Take over", self._take_over),
            ("Back", self._back),
        ]
        width = min(px(120), (size[0] - px(32)) // len(texts) - gap)
        left = (size[0] - len(texts) * (width + gap)) // 2
        widgets: list[Widget] = [
            Button(pygame.Rect(left + i * (width + gap), size[1] - high - px(12), width, high), text, press)
            for i, (text, press) in enumerate(texts)
        ]
        track = pygame.Rect(px(16), size[1] - high - px(58), size[0] - px(32), px(36))
        last = max(1, len(self.history))
        place = min(last, len(self.stage.session.match.history))
        self._slider = Slider(track, "", place, (0, last), 1, self._seek, say=lambda v: f"{v:.0f} of {last}")
        widgets.append(self._slider)
        self.strip.put(widgets)
        self.stage.bar.put(widgets[:-1])
        self.app.stale = True

    def layout(self, size: tuple[int, int]) -> None:
        """As in a battle."""
        super().layout(size)
        self._refresh()

    def _toggle(self) -> None:
        self.playing = not self.playing
        self._refresh()

    def _step(self) -> None:
        self.playing = False
        self.stage.head.skip()
        if self._more:
            self._on()
        self._refresh()

    def _last(self) -> None:
        self._seek(len(self.history))

    def _first(self) -> None:
        self._seek(0)

    def _seek(self, place: float) -> None:
        """Go to a place in the history, forward or back."""
        match, goal = self.stage.session.match, int(place)
        if goal < len(match.history):
            match.undo(len(match.history) - goal)
            for head in self.stage.perspective.heads:
                head.go_back()
        while len(match.history) < goal:
            match.answer(self.history[len(match.history)])
        self.stage.head.skip()
        self._refresh()

    def _take_over(self) -> None:
        """Go on from here as a battle."""
        asked = self.stage.session.match.pending
        if not isinstance(asked, Choose):
            self.app.say("Step to a decision first: dice are falling.")
            return
        self.stage.session.players = self.recording.players
        self.app.go(Fight(self.stage.session))

    def _back(self) -> None:
        self.app.go(Title())

    def handle(self, event: pygame.Event) -> None:
        """The strip, then the keys, then the board to look at."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and self.strip.focus is None:
            self._toggle()
        elif event.type == pygame.KEYDOWN and self.app.keys.control(event) == "cancel":
            self._back()
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_RIGHT, pygame.K_PERIOD):
            self._step()
        elif not self.strip.handle(event):
            super().handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """The battle and the strip."""
        super().draw(target)
        draw_panel(target, self._slider.rect, line=LINE)
        self.strip.draw(target, self.look)

    def leave(self) -> None:
        """A replay is not a battle to be kept."""
