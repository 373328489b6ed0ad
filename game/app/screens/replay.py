"""Watches a battle that was fought: play, pause, step, and take over from any point."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.app.battle.staging import follow_mover
from game.app.loop import App
from game.app.people import Player
from game.app.screens.battle import BattleScreen
from game.app.screens.starting import picture_of, show
from game.app.sitting import Sitting, loaded
from game.mendable import Mendable
from game.rules.match import AnyMatch, Match
from game.rules.questions import REFEREE, Answer, Choose, Seat
from game.view.forms import Group
from game.view.theme import LINE, draw_panel
from game.view.widgets import Button, Slider, Widget


class ReplayScreen(BattleScreen):
    """A battle that answers itself from its history."""

    def __init__(
        self, app: App, sitting: Sitting, history: tuple[Answer, ...], players: dict[Seat, Player], *, over: bool
    ) -> None:
        """``sitting`` holds the match at its start; ``over``: whether the battle was fought to its end."""
        super().__init__(app, sitting, picture_of(sitting))
        self.history = history
        self.players = players
        self.playing = True
        people = [seat for seat, player in players.items() if player.kind == "human" and seat in self.liveries.sides]
        if not over and len(people) == 1:
            self.audience.viewer = people[0]  # what lies in ambush stays there until the battle is over
        self.strip = Group()

    def advance(self, seconds: float) -> None:
        """Give the next recorded answer when the last has been seen."""
        match, head = self.sitting.match, self.head
        if self.playing and head.caught_up and len(match.history) < len(self.history):
            self._on()
        head.advance(seconds * self.app.preferences.speed)
        for sound in head.sounds:
            self.app.sounds.play(sound)
        head.sounds.clear()
        follow_mover(self)
        self._gliding = self.camera.advance(seconds)
        self.strip.advance(seconds)

    @property
    def moving(self) -> bool:
        """While it plays."""
        return self.head.busy or self._gliding or (self.playing and len(self.sitting.match.history) < len(self.history))

    def _on(self) -> None:
        """Answer until something happens."""
        match = self.sitting.match
        events = len(match.events)
        while len(match.history) < len(self.history) and len(match.events) == events:
            match.answer(self.history[len(match.history)])
        self._slider.value = len(match.history)

    def _refresh(self) -> None:
        look, size = self.look, self.app.surface.get_size()
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
        place = min(last, len(self.sitting.match.history))
        self._slider = Slider(track, "", place, (0, last), 1, self._seek, say=lambda v: f"{v:.0f} of {last}")
        widgets.append(self._slider)
        self.strip.put(widgets)
        self.bar.put(widgets[:-1])
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
        self.head.skip()
        if len(self.sitting.match.history) < len(self.history):
            self._on()
        self._refresh()

    def _last(self) -> None:
        self._seek(len(self.history))

    def _first(self) -> None:
        self._seek(0)

    def _seek(self, place: float) -> None:
        """Go to a place in the history, forward or back."""
        match, goal = self.sitting.match, int(place)
        if goal < len(match.history):
            match.undo(len(match.history) - goal)
            for head in self.audience.heads:
                head.go_back()
        while len(match.history) < goal:
            match.answer(self.history[len(match.history)])
        self.head.skip()
        self._refresh()

    def _take_over(self) -> None:
        """Go on from here as a battle."""
        asked = self.sitting.match.pending
        if not isinstance(asked, Choose):
            self.app.say("Step to a decision first: dice are falling.")
            return
        self.sitting.players = self.players
        show(self.app, self.sitting)

    def _back(self) -> None:
        from game.app.screens.title import TitleScreen

        self.app.replace(TitleScreen(self.app))

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


def watch(app: App, path: Path) -> None:
    """Replay a save from its start; the player is told if that can't be done."""
    try:
        match, players, orders, seed, dice = loaded(path)
        again: AnyMatch = Match.begin(match.ruleset, match.setup, match.ground)
        history = tuple(match.history)
        for answer in history:
            again.answer(answer)
        over = again.over
        again.undo(len(history))
    except Mendable as error:
        app.say(str(error))
        return
    people = [seat for seat, player in players.items() if player.kind == "human" and seat != REFEREE]
    if not over and len(people) > 1 and len({frozenset(match.ruleset.seen_by(match.board, one)) for one in people}) > 1:
        app.say("Several people play this battle, and one knows what another does not: watch it when it is over.")
        return
    nobody = {seat: Player("ai", player.level) for seat, player in players.items()}
    sitting = Sitting(again, nobody, seed, dice, path.with_name(f"{path.stem}-again{path.suffix}"), orders)
    app.replace(ReplayScreen(app, sitting, history, players, over=over))
