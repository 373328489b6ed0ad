"""Pictures of a battle that was fought, one after the other: every beat drawn as the window draws it, on a strip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pygame

from game.files.tiled.picture import Picture
from game.play.preferences import Preferences
from game.play.recording import Recording, play_to
from game.play.workers import BackgroundThread
from game.view.widgets.theme import Typography
from game.window.ambience import Ambience
from game.window.battle.camera_work import follow_mover, place_camera
from game.window.battle.dock import lay_out
from game.window.battle.draw_battle import draw_battle
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport
from game.window.controls import Keys
from game.window.strips import FramePixels, Strip, pillow

if TYPE_CHECKING:
    from PIL.Image import Image

SIZE = (960, 540)
"""Of a picture, in pixels."""

SCALE = 0.75
"""Of type and measures: the window at 1280x720, made smaller."""

EACH = 0.12
"""Seconds that a picture is shown."""

SPEED = 2.5
"""How much faster than in the window things happen, at the window's usual speed."""

REST = 3.0
"""Seconds that the last picture stays."""

SAMPLE = (240, 135)
"""Of a picture from which colours are taken."""

STRIDE = 4
"""Beats that are gone through at a time between two samples."""

SAMPLED, SHOT = 0.05, 0.95
"""Shares of the work: taking the colours, and drawing the pictures."""


@dataclass
class Studio:
    """What a stage is lent where there is no window around it, or where that is not to be seen."""

    oracle: BackgroundThread
    preferences: Preferences = field(default_factory=lambda: Preferences(hints=False, sight=False))
    keys: Keys = field(default_factory=lambda: Keys({}))
    pointer: tuple[int, int] = (-1, -1)
    ambience: Ambience = field(default_factory=Ambience)
    """Flames and water stand still: a picture that is the same in part takes less room."""
    opponents: BackgroundThread = field(init=False)

    def __post_init__(self) -> None:
        """Nobody thinks in a film, so that one thread does."""
        self.opponents = self.oracle


def _from_farther_off(view: Viewport) -> None:
    """Look at the battle from a little farther off than in the window: a film shows less of it."""
    place_camera(view)
    view.camera.zoom_by(-1, (SIZE[0] // 2, SIZE[1] // 2))


@dataclass(frozen=True)
class FilmView:
    """What is drawn of a battle, how large, and from where it is looked at."""

    size: tuple[int, int] = SIZE
    """Pixels."""
    scale: float = SCALE
    """Of type and measures."""
    draw: Callable[[Stage, pygame.Surface], None] = draw_battle
    place: Callable[[Viewport], None] = _from_farther_off
    """Puts the camera where the film begins."""


class Film:
    """Draws one picture after the other; whoever has it drawn can stop at any time, and then nothing was written."""

    def __init__(
        self,
        shown: Recording,
        picture: Picture | None,
        oracle: BackgroundThread,
        strip: Strip,
        seen: FilmView | None = None,
    ) -> None:
        """``picture``: the map's; ``oracle`` works sight out; ``seen``: without one it is the whole window, smaller."""
        self._image, _ = pillow()
        self._shown = shown
        self._strip = strip
        self._seen = seen = seen or FilmView()
        self._surface = pygame.Surface(seen.size)
        self._stage = Stage(shown.session(), picture, Studio(oracle), Typography(seen.scale), seen.size)
        self._stage.view.perspective.viewer = shown.viewer
        self._stage.fit(self._stage.view.look, seen.size)
        self._start = self._stage.view.head.stop()
        self._last = len(shown.beats) - 1
        self._at = 0
        self._samples: list[Image] = []
        self._begun = False
        self._now: FramePixels | None = None
        """The picture that was drawn last and differed from the one before; its time is not over yet."""
        self._laid: FramePixels | None = None
        """The one before, which it is laid over."""
        self._box = (slice(0, seen.size[1]), slice(0, seen.size[0]))
        """Rows and columns in which the two differ."""
        self._hundredths = 0
        """For how long it is shown so far."""
        self.beats: list[int] = []
        """Of each picture that differs from the one before, the beat that it shows."""
        self._beat = 0
        """That of the picture that was drawn last."""

    @property
    def size(self) -> tuple[int, int]:
        """Of each picture, in pixels."""
        return self._seen.size

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1."""
        if not self._begun:
            return SAMPLED * (len(self._samples) / max(1, self._strip.samples))
        return SAMPLED + SHOT * self._at / max(1, self._last)

    def advance(self) -> bool:
        """Do a little: a hundredth of a second or some. Whether there is more to do."""
        if not self._begun:
            self._sample()
            return True
        stage = self._stage
        if stage.view.head.caught_up and self._at == self._last and not stage.view.head.busy:
            return False
        if stage.view.head.caught_up and self._at < self._last:
            self._at += 1
            play_to(stage.session.match, self._shown, self._at)
        stage.view.head.advance(EACH * SPEED)
        stage.view.head.sounds.clear()
        follow_mover(stage)
        stage.view.camera.advance(EACH)
        stage.panels.turns.advance(EACH)
        self._shoot()
        return True

    def data(self) -> bytes:
        """The film as the bytes of a file, once all is drawn."""
        self._hundredths += round(100 * REST)
        self._keep()
        return self._strip.data()

    def _picture(self) -> Image:
        lay_out(self._stage)
        self._seen.draw(self._stage, self._surface)
        found: Image = self._image.frombytes("RGB", self._seen.size, pygame.image.tobytes(self._surface, "RGB"))
        return found

    def _sample(self) -> None:
        """Go on to the next picture for the colours; after the last of them the film begins."""
        stage, wanted = self._stage, self._strip.samples
        if len(self._samples) < wanted:
            goal = self._last * len(self._samples) // (wanted - 1)
            self._at = min(goal, self._at + STRIDE)
            play_to(stage.session.match, self._shown, self._at)
            stage.view.head.skip()
            if self._at == goal:
                self._seen.place(self._stage.view)
                self._samples.append(self._picture().resize(SAMPLE, self._image.Resampling.NEAREST))
            return
        self._strip.prepare(self._samples)
        self._at = 0
        self._begun = True
        play_to(stage.session.match, self._shown, 0)
        stage.view.head.return_to(self._start)
        self._seen.place(self._stage.view)
        self._shoot()

    def _shoot(self) -> None:
        """Draw a picture; one that is as before altogether makes no part."""
        now = self._strip.pixels(self._picture())
        if self._now is None:
            self._now = now
        else:
            differs = now != self._now
            rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
            if len(rows):
                self._keep()
                self._laid, self._now, self._beat = self._now, now, self._at
                self._box = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
        self._hundredths += round(100 * EACH)

    def _keep(self) -> None:
        """The picture that was drawn last has had its time: it becomes a part of the film."""
        if self._now is not None:
            self._strip.put(self._now, self._laid, self._box, self._hundredths)
            self.beats.append(self._beat)
            self._hundredths = 0
