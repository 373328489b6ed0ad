"""What there is to play: battles to begin and to go on with, the ruleset offered first, starts on a small map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from game.files.errors import BadFile
from game.files.saves import Summary, glance
from game.play.folders import SAVE, newest_first, state_folder
from game.play.preferences import Preferences
from game.rules.registry import UnknownRuleset, names, ruleset
from game.rules.ruleset import AnyRuleset
from game.spatial.field import Cell
from game.view.board.overlays import outline
from game.view.widgets.art import has_picture
from game.view.widgets.theme import INK, SMALL, Colour, Typography, draw_panel

FOLDERS = ("autosaves", "saves")

NO_EMBLEM = "emblems/die"
"""The sign of a game of which nothing is known."""


def favourite(preferences: Preferences) -> str:
    """The ruleset played last, or the first that is installed; "" if there is none."""
    installed = names()
    last = preferences.rules
    return last if last in installed else next(iter(installed), "")


def saves() -> list[Path]:
    """Saved battles, the newest first."""
    return newest_first(path for folder in FOLDERS for path in state_folder(folder).glob(f"*{SAVE}"))


def under_way() -> list[Path]:
    """Saved battles that are not over, the newest first; one that can't be read counts, so that the player is told."""

    def over(path: Path) -> bool:
        try:
            return glance(path).over
        except BadFile:
            return False

    return [path for path in saves()[:12] if not over(path)]


def known_ruleset(name: str) -> AnyRuleset | None:
    """The ruleset of that name; None if it is not installed, or can't be used."""
    try:
        return ruleset(name)
    except UnknownRuleset:
        return None


def told(about: Summary) -> str:
    """What a save is, in few words: "Murdham: The cart at the bend, round 3"."""
    rules = known_ruleset(about.ruleset)
    by = rules.title if rules is not None else about.ruleset
    when = "over" if about.over else f"round {about.round}" if about.round else "before the first round"
    return f"{by}: {', '.join(part for part in (about.title, when) if part)}"


def emblem(rules: AnyRuleset | None) -> str:
    """The sprite that is the sign of a ruleset."""
    return rules.emblem if rules is not None and has_picture(rules.emblem) else NO_EMBLEM


def draw_starts(
    target: pygame.Surface,
    look: Typography,
    box: pygame.Rect,
    cell: float,
    starts: Sequence[tuple[frozenset[Cell], str, Colour]],
) -> None:
    """Where each side starts, on a picture of the map in ``box`` with ``cell`` pixels to a cell.

    ``starts`` are grounds, titles and colours. The titles stay clear of each other where there is room.
    """

    def pixel(x: float, y: float) -> tuple[int, int]:
        return box.left + round(x * cell), box.top + round(y * cell)

    for ground, _, tone in starts:
        for colour, width in ((INK, 4), (tone, 2)):
            for start, end in outline(ground):
                pygame.draw.line(target, colour, pixel(*start), pixel(*end), width)
    written: list[pygame.Rect] = []
    for ground, title, tone in starts:
        x, y = (sum(each[axis] for each in ground) / len(ground) + 0.5 for axis in (0, 1))
        size = look.fitting(title, box.width - look.px(10), SMALL, "semibold")
        said = look.write(title, size, tone, "semibold")
        plates = [said.get_rect(center=pixel(x, y)).inflate(look.px(10), look.px(2)).clamp(box)]
        for other in written:
            plates += [plates[0].move(0, other.bottom - plates[0].top), plates[0].move(0, other.top - plates[0].bottom)]
        free = [plate for plate in plates if plate.collidelist(written) < 0 and box.contains(plate)]
        plate = free[0] if free else plates[0]
        draw_panel(target, plate, fill=INK, alpha=215, radius=6)
        target.blit(said, said.get_rect(center=plate.center))
        written.append(plate)
