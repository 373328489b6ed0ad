"""Watches a battle that was fought: back and forth by answers, turns and rounds, and on from any point."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.play.charts import picture_of
from game.play.recording import Beat, Recording, RecordingCheckpoints, play_to
from game.view.panels.timeline import TimeLine, TimelineMark
from game.view.widgets.keys import key_name
from game.view.widgets.theme import SMALL
from game.view.widgets.widget import Button, Widget
from game.window.battle.camera_work import bring_into_view
from game.window.destinations import Export, PlayOn, Title
from game.window.loop import App
from game.window.screens.battle import BattleScreen

READING = 0.004
"""Seconds of each frame in which the way ahead is gone through, until it is known."""

STRIP = 112
"""Pixels of the design that the strip takes at the window's foot."""

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


class ReplayScreen(BattleScreen):
    """A battle that answers itself from its history."""

    def __init__(self, app: App, shown: Recording) -> None:
        super().__init__(app, shown.session(), picture_of(shown.start))
        self.recording = shown
        self.stage.view.perspective.viewer = shown.viewer
        self.stage.panels.foot = STRIP
        self.course = RecordingCheckpoints(shown)
        self.at = 0
        """The beat that the battle is at; what is shown may still be on its way there."""
        self.playing = True

    # -- time

    def _pass(self, seconds: float) -> None:
        """Go to the next beat when the last has been seen."""
        if self.playing and self.stage.view.head.caught_up:
            if self.at == self.last:
                self._play(False)
            else:
                self._come_to(self.at + 1)
        self._show_events(seconds)
        self._gliding = self.stage.view.camera.advance(seconds)
        self.stage.panels.bar.advance(seconds * self.app.tip_pace)
        self.stage.panels.turns.advance(seconds)
        self.course.read(READING)

    @property
    def moving(self) -> bool:
        """While it plays, or the way ahead or what is seen is not known yet."""
        stage = self.stage
        busy = stage.view.head.busy or self._gliding or stage.panels.turns.gliding or stage.panels.bar.waiting_for_tip
        return busy or self.playing or stage.weighing or not self.course.whole

    # -- places

    @property
    def beats(self) -> Sequence[Beat]:
        """Where it can stop."""
        return self.recording.beats

    @property
    def last(self) -> int:
        """The end."""
        return len(self.beats) - 1

    def step(self, by: int) -> None:
        """Go so many beats on, or back."""
        self.go(self.at + by)

    def turn(self, by: int) -> None:
        """Go to where the next turn begins, or with -1 the one before."""
        self.go(self._next(by, lambda beat: self.beats[beat].turn))

    def round(self, by: int) -> None:
        """Go to where the next round begins, or with -1 the one before."""
        self.go(self._next(by, lambda beat: self.beats[beat].round != self.beats[beat - 1].round))

    def _next(self, by: int, found: Callable[[int], bool]) -> int:
        way = range(self.at + 1, self.last) if by > 0 else range(self.at - 1, 0, -1)
        return next(filter(found, way), self.last if by > 0 else 0)

    def go(self, beat: int) -> None:
        """Stop, and show a beat at once, be it before or behind."""
        beat = max(0, min(self.last, beat))
        near, stop = self.course.before(beat)
        far = beat < self.at or near > self.at
        self._play(False)
        self._come_to(beat)
        if far:
            self.stage.view.head.return_to(stop)
        self.stage.view.head.skip()
        self._look_there()
        self.app.stale = True

    def _look_there(self) -> None:
        """Bring into view whom the log told of last, if the player wants the camera to follow."""
        stage = self.stage
        tokens = stage.view.head.scene.tokens
        told = (entry.line.who for entry in reversed(stage.view.head.scene.log))
        who = next((who for who in told if who in tokens), None)
        if who is not None:
            bring_into_view(stage, tokens[who])

    def _come_to(self, beat: int) -> None:
        play_to(self.stage.session.match, self.recording, beat)
        self.at = beat
        self._tell()

    def _play(self, on: bool) -> None:
        self.playing = on
        self._tell()

    def toggle(self) -> None:
        """Play or pause; at the end play from the start."""
        on = not self.playing
        if on and self.at == self.last:
            self.go(0)
        self._play(on)

    # -- the strip

    def _refresh(self) -> None:
        """Lay out the strip anew."""
        look, (width, height) = self.look, self.stage.view.size
        px = look.px
        high, gap = px(44), px(4)
        self._plays = _button("Play", self.toggle, "Play or pause", "Space")
        self._speeds = _button("", self._speed, "Faster or slower", "+ and -")
        self._on = _button("Play on", self._play_on, "A battle of its own from here; you choose who plays")
        buttons = [
            _button("« Round", lambda: self.round(-1), "To where the round before begins", "Ctrl+Left"),
            _button("« Turn", lambda: self.turn(-1), "To where the turn before begins", "Shift+Left"),
            _button("« Step", lambda: self.step(-1), "One answer back", "Left"),
            self._plays,
            _button("Step »", lambda: self.step(1), "One answer on", "Right"),
            _button("Turn »", lambda: self.turn(1), "To the next turn", "Shift+Right"),
            _button("Round »", lambda: self.round(1), "To the next round", "Ctrl+Right"),
            self._speeds,
            self._on,
            _button("Export", self._export, "As an animated picture, or as text"),
            _button("Back", self._back, "To the title", self.app.keys.shown("cancel")),
        ]
        each = min(px(112), (width - px(24) + gap) // len(buttons) - gap)
        left = (width - len(buttons) * (each + gap) + gap) // 2
        for number, button in enumerate(buttons):
            button.rect = pygame.Rect(left + number * (each + gap), height - high - px(10), each, high)
        box = pygame.Rect(px(16), height - px(STRIP - 4), width - px(32), px(46))
        self.line = TimeLine(box, look, self.last, self._marks(), self.go, self._where)
        widgets: list[Widget] = [*buttons, self.line]
        self.stage.panels.bar.put(widgets)
        self._tell()

    def _tell(self) -> None:
        """The strip says how things stand; its widgets stay, so that one can be dragged meanwhile."""
        self.line.at = self.at
        self._plays.text = "Pause" if self.playing else "Play"
        speed = f"×{self.app.preferences.speed:g}"
        wide = self.look.width(f"Speed {speed}", SMALL, "semibold") <= self._speeds.rect.width - self.look.px(12)
        self._speeds.text = f"Speed {speed}" if wide else speed
        self._on.enabled = not self.stage.session.match.over
        self.app.stale = True

    def _where(self) -> str:
        number = self.beats[self.at].round
        return f"{f'Round {number}' if number else 'Start'}, {self.at} of {self.last}"

    def _marks(self) -> list[TimelineMark]:
        """Rounds and falls."""
        marks = []
        for at, beat in enumerate(self.beats):
            if at and beat.round != self.beats[at - 1].round:
                marks.append(TimelineMark(at, f"Round {beat.round}", str(beat.round)))
            for fall in beat.falls:
                marks.append(
                    TimelineMark(at, f"{fall.name} falls", colour=self.stage.layers.liveries.word_colour(fall.side))
                )
        return marks

    def _speed(self) -> None:
        """The next speed, after the highest the lowest."""
        speed = self.app.preferences.speed
        self.change_speed(next((each for each in SPEEDS if each > speed), SPEEDS[0]) / speed)

    def change_speed(self, factor: float) -> None:
        """Said on the strip too."""
        super().change_speed(factor)
        self._tell()

    def _play_on(self) -> None:
        self._play(False)
        self.app.go(PlayOn(self.recording, self.at))

    def _export(self) -> None:
        self._play(False)
        self.app.go(Export(self.recording))

    def _back(self) -> None:
        self.app.go(Title())

    def handle(self, event: pygame.Event) -> None:
        """The keys of a replay, the strip, then the board to look at."""
        bar = self.stage.panels.bar
        if event.type == pygame.KEYDOWN and self._key(event):
            return
        if event.type == pygame.KEYDOWN and bar.handle(event):
            self.app.stale = True
        else:
            super().handle(event)

    def _key(self, event: pygame.Event) -> bool:
        """Take a key that a replay has a meaning for; whether it was one."""
        mod = event.mod
        move = self.round if mod & pygame.KMOD_CTRL else self.turn if mod & pygame.KMOD_SHIFT else self.step
        keys: dict[str, Callable[[], object]] = {
            "left": lambda: move(-1),
            ",": lambda: move(-1),
            "right": lambda: move(1),
            ".": lambda: move(1),
            "home": lambda: self.go(0),
            "end": lambda: self.go(self.last),
        }
        if self.stage.panels.bar.focus is None:
            keys["space"] = self.toggle
        meant = self._back if self.app.keys.control(event) == "cancel" else keys.get(key_name(event, keys))
        if meant is None:
            return False
        meant()
        return True

    def leave(self) -> None:
        """A replay is not a battle to be kept."""


def _button(text: str, press: Callable[[], object], tip: str, shortcut: str = "") -> Button:
    """A button of the strip, to be put in its place."""
    return Button(pygame.Rect(0, 0, 0, 0), text, press, tip=tip, shortcut=shortcut)
