"""Sounds made from numbers when the game starts; a machine without sound plays silently."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
import pygame

RATE = 22_050
"""Samples a second."""

Wave = npt.NDArray[np.float64]


def _time(seconds: float) -> Wave:
    return np.arange(int(RATE * seconds)) / RATE


def _noise(seconds: float) -> Wave:
    return np.random.default_rng(7).uniform(-1, 1, int(RATE * seconds))


def _decay(wave: Wave, rate: float) -> Wave:
    faded: Wave = wave * np.exp(-rate * np.arange(wave.size) / RATE)
    return faded


def _tone(pitch: float, seconds: float, rate: float, bend: float = 0.0) -> Wave:
    t = _time(seconds)
    return _decay(np.sin(2 * np.pi * (pitch * t + bend * t * t)), rate)


def _smoothed(wave: Wave, width: int) -> Wave:
    smooth: Wave = np.convolve(wave, np.ones(width) / width, "same")
    return smooth


def _mix(*waves: Wave) -> Wave:
    out = np.zeros(max(wave.size for wave in waves))
    for wave in waves:
        out[: wave.size] += wave
    return out


def _later(wave: Wave, seconds: float) -> Wave:
    return np.concatenate([np.zeros(int(RATE * seconds)), wave])


RECIPES: dict[str, Callable[[], Wave]] = {
    "step": lambda: 0.35 * _decay(_smoothed(_noise(0.08), 14), 60),
    "push": lambda: 0.6 * _decay(_smoothed(_noise(0.2), 24), 22),
    "strike": lambda: _mix(0.5 * _decay(_noise(0.12), 45), 0.3 * _tone(1900, 0.25, 18), 0.2 * _tone(2850, 0.2, 22)),
    "shoot": lambda: _mix(0.4 * _decay(_noise(0.18), 25), 0.5 * _tone(240, 0.2, 20, -350)),
    "miss": lambda: 0.35 * _decay(_smoothed(_noise(0.22), 5), 14),
    "hurt": lambda: _mix(0.8 * _tone(110, 0.22, 16, -120), 0.4 * _decay(_smoothed(_noise(0.1), 8), 40)),
    "heal": lambda: _mix(0.3 * _tone(660, 0.4, 7), _later(0.3 * _tone(990, 0.4, 7), 0.09)),
    "fall": lambda: _mix(0.8 * _tone(80, 0.4, 9, -60), _later(0.5 * _decay(_smoothed(_noise(0.25), 20), 16), 0.08)),
    "dice": lambda: _mix(*(_later(0.3 * _decay(_noise(0.03), 120), 0.05 * n) for n in range(4))),
    "blast": lambda: _mix(0.9 * _tone(70, 0.6, 6, -40), 0.7 * _decay(_smoothed(_noise(0.6), 9), 7)),
    "fire": lambda: 0.5 * _decay(_smoothed(_noise(0.7), 6) * (0.6 + 0.4 * np.sin(2 * np.pi * 11 * _time(0.7))), 4),
    "magic": lambda: _mix(
        *(_later(0.18 * _tone(pitch, 0.5, 5, 60), 0.07 * n) for n, pitch in enumerate((523, 784, 1047, 1319)))
    ),
    "door": lambda: _mix(0.3 * _tone(190, 0.3, 6, 90), _later(0.6 * _decay(_smoothed(_noise(0.15), 18), 25), 0.22)),
    "react": lambda: _mix(0.25 * _tone(880, 0.18, 12), _later(0.25 * _tone(1175, 0.2, 12), 0.07)),
    "turn": lambda: _mix(0.25 * _tone(392, 0.5, 6), _later(0.2 * _tone(587, 0.5, 6), 0.1)),
    "morale": lambda: _mix(0.3 * _tone(330, 0.5, 5, -90), _later(0.3 * _tone(247, 0.6, 5, -70), 0.2)),
    "press": lambda: 0.2 * _tone(700, 0.05, 60),
    "win": lambda: _mix(
        *(_later(0.22 * _tone(pitch, 0.8, 4), 0.13 * n) for n, pitch in enumerate((392, 494, 587, 784)))
    ),
    "lose": lambda: _mix(*(_later(0.25 * _tone(pitch, 0.9, 4), 0.2 * n) for n, pitch in enumerate((330, 277, 220)))),
}


KINDS: dict[str, tuple[str, ...]] = {
    "Steps and doors": ("step", "push", "door"),
    "Blows and shots": ("strike", "shoot", "miss", "hurt", "fall", "blast"),
    "Magic and fire": ("magic", "fire", "heal"),
    "Dice and cards": ("dice",),
    "Turns and courage": ("turn", "react", "morale", "win", "lose"),
    "Buttons": ("press",),
}
"""What sounds belong together, each kind with a volume of its own."""

KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}


class Sounds:
    """Plays sounds by name."""

    def __init__(self, volume: float, mute: bool, volumes: Mapping[str, float]) -> None:
        """``volume`` of everything from 0 to 1, ``volumes`` of kinds, where they are not 1."""
        self.volume = volume
        self.mute = mute
        self.volumes = volumes
        self._made: dict[str, pygame.mixer.Sound] = {}
        self.heard: list[str] = []
        """Names in the order played, the last hundred; what tests listen to."""
        self._able = _open_device()

    def loudness(self, name: str) -> float:
        """How loud a sound is, from 0 to 1."""
        return 0.0 if self.mute else self.volume * self.volumes.get(KIND_OF.get(name, ""), 1.0)

    def play(self, name: str) -> None:
        """Play a sound; nothing happens without a device, when muted, or for an unknown name."""
        self.heard = [*self.heard[-99:], name]
        loud = self.loudness(name)
        if not self._able or loud <= 0 or name not in RECIPES:
            return
        if name not in self._made:
            wave = np.clip(RECIPES[name](), -1, 1)
            self._made[name] = pygame.mixer.Sound(buffer=(wave * 32_000 * 0.6).astype(np.int16).tobytes())
        sound = self._made[name]
        sound.set_volume(loud)
        sound.play()


def _open_device() -> bool:
    """Open the sound device, if there is one. The system's library complains on the terminal where there is none."""
    try:
        kept = os.dup(2)
    except OSError:
        return _begin_mixer()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        return _begin_mixer()
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _begin_mixer() -> bool:
    try:
        pygame.mixer.init(RATE, -16, 1, 512)
    except (pygame.error, NotImplementedError):
        return False
    return True
