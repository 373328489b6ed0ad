"""A battle that was fought as one page for a browser: pictures of the board, the log, odds and how everybody fares.

The page is one file that reads nothing else. It holds what whoever watches the recording may know, and no more.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import pygame

from game.files.tiled.picture import Picture
from game.play.attack_luck import LuckReckoning
from game.play.battle_log import cited_by
from game.play.recording import Recording, play_to
from game.play.speech import side_title, tell_odds
from game.play.workers import BackgroundThread
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import Odds
from game.rules.standing import Standing, called
from game.scene.playhead import Playhead
from game.scene.scene import LogEntry
from game.spatial.field import Field
from game.view.board.bars import filled_part
from game.view.board.tokens import liveries_of
from game.window.battle.draw_battle import draw_board
from game.window.battle.viewport import Viewport
from game.window.film import Film, FilmView
from game.window.strips import PageStrip

TEMPLATE = "battle_page.html"
PLACE_OF_DATA = '<script id="battle" type="application/json">{}</script>'
"""The place in the template where the battle is put in."""

LARGEST = (1400, 1000)
"""Pixels of a picture: a map that fits at one of the zooms is shown whole, of a larger one the part where they act."""

ZOOMS = (24, 28, 32, 40, 48, 56, 64)
"""Pixels to a cell."""

USUAL_ZOOM = 40
"""Of a map that does not fit."""

RIM = 12
"""Pixels round the map, in which its edge is drawn."""

TOLD, WEIGHED = 0.03, 0.2
"""Shares of the work: reading the log, weighing attacks; the rest goes into the pictures."""


class _Line(NamedTuple):
    """A line of the page's log."""

    beat: int
    depth: int | Literal["odds"]
    """As in the log; or it tells odds."""
    text: str
    """Of odds several lines, the first of which says the most."""
    rules: str
    """Those that it cites."""
    side: int | None
    """Whose it is, by the number of the side."""


def board_view(field: Field) -> FilmView:
    """The board alone, as large as the map is or as a page has room for; the log beside it tells cells all the time."""
    cells = field.width, field.height
    most = min((side - 2 * RIM) // count for side, count in zip(LARGEST, cells, strict=True))
    zoom = max((zoom for zoom in ZOOMS if zoom <= most), default=USUAL_ZOOM)
    wide, high = (min(side, count * zoom + 2 * RIM) for side, count in zip(LARGEST, cells, strict=True))

    def place(view: Viewport) -> None:
        view.camera.fit_into((wide, high), pygame.Rect(0, 0, wide, high))
        view.camera.choose_zoom(zoom)
        view.camera.look_at((field.width / 2, field.height / 2))

    return FilmView((wide, high), zoom / 64, partial(draw_board, rulers=True), place)


class BattlePage:
    """Makes the page; whoever has it made can stop at any time, and then nothing was written."""

    def __init__(self, shown: Recording, picture: Picture | None, oracle: BackgroundThread) -> None:
        """``picture``: the map's; ``oracle`` works sight out."""
        self.share = 0.0
        """How much of the work is done, from 0 to 1."""
        self._shown = shown
        self._strip = PageStrip()
        self._film = Film(shown, picture, oracle, self._strip, board_view(shown.start.setup.field))
        self._match = shown.begun()
        self._sides = [side.name for side in self._match.setup.sides]
        self._beats: list[dict[str, Any]] = []
        self._lines: list[_Line] = []
        self._work = self._done()

    def advance(self) -> bool:
        """Do a little: a hundredth of a second or some. Whether there is more to do."""
        self.share = next(self._work, 1.0)
        return self.share < 1.0

    def data(self) -> bytes:
        """The page as the bytes of a file, once all is done."""
        told = json.dumps(self._content(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        template = files("game.window").joinpath(TEMPLATE).read_text("utf-8")
        return template.replace(PLACE_OF_DATA, PLACE_OF_DATA.replace("{}", told)).encode()

    def _done(self) -> Iterator[float]:
        """The work, step by step; gives how much of it is done after each."""
        for share in self._tell():
            yield TOLD * share
        for share in self._weigh():
            yield TOLD + WEIGHED * share
        while self._film.advance():
            yield TOLD + WEIGHED + (1 - TOLD - WEIGHED) * min(self._film.share, 0.999)

    # -- what is told

    def _tell(self) -> Iterator[float]:
        """Go through the battle, beat by beat, as whoever watches sees it."""
        match, shown = self._match, self._shown
        head = Playhead(match, shown.viewer)
        told, before = 0, dict[Id, list[Any]]()
        for number, beat in enumerate(shown.beats):
            play_to(match, shown, number)
            head.skip()
            self._lines += [self._line(number, entry) for entry in head.scene.log[told:]]
            told = len(head.scene.log)
            now = {who: self._fares(token.side, token.standing) for who, token in head.scene.tokens.items()}
            changes = {who: fares for who, fares in now.items() if before.get(who) != fares}
            self._beats.append({
                "round": beat.round,
                "turn": beat.turn,
                "falls": [(fall.name, self._sides.index(fall.side)) for fall in beat.falls],
                "fares": {**changes, **{who: None for who in before if who not in now}},
            })  # fmt: skip
            before = now
            yield (number + 1) / len(shown.beats)

    def _line(self, beat: int, entry: LogEntry) -> _Line:
        line, cited = entry.line, cited_by(entry.line, self._match.ruleset.ledger)
        return _Line(
            beat, line.depth, line.text, cited, self._sides.index(entry.side) if entry.side in self._sides else None
        )

    def _fares(self, side: str, standing: Standing) -> list[Any]:
        parts = [(bar, *filled_part(bar)) for bar in standing.bars]
        bars = [(bar.word, bar.left, bar.full, round(100 * share), _css(colour)) for bar, share, colour in parts]
        pools = [f"{pool.word} {pool.brief}" for pool in standing.pools]
        told = ", ".join((*pools, *standing.conditions))
        return [called(standing), self._sides.index(side), standing.up, bars, told]

    # -- odds

    def _weigh(self) -> Iterator[float]:
        """Weigh every attack, as it was answered; not where somebody still plays, who does not know all that counts."""
        if self._shown.viewer is not None:
            return
        weighed: list[_Line] = []
        luck = LuckReckoning(self._match, lambda *step: weighed.append(self._odds(*step)))
        while not luck.done:
            luck.advance()
            yield min(1.0, weighed[-1].beat / len(self._beats)) if weighed else 0.0
        self._lines = sorted(
            [*weighed, *self._lines], key=lambda line: line[0]
        )  # stable: odds come before what happened

    def _odds(self, count: int, match: AnyMatch, found: Odds) -> _Line:
        """The odds of the answer after the first ``count``, at the beat that shows what came of it."""
        beat = next((n for n, beat in enumerate(self._shown.beats) if beat.answers > count), len(self._beats) - 1)
        return _Line(beat, "odds", "\n".join(tell_odds(match, found)), "", None)

    # -- all of it

    def _content(self) -> dict[str, Any]:
        """What the script of the page reads."""
        shown, setup = self._shown, self._match.setup
        colours = liveries_of(self._match)
        verdict = self._match.state.verdict if shown.viewer is None else None
        won = f"{side_title(setup, verdict.winner)} won" if verdict and verdict.winner else "A draw"
        return {
            "title": setup.title or setup.field.title or "A battle",
            "rules": self._match.ruleset.title,
            "about": f"{self._match.ruleset.title}: {' against '.join(side.called for side in setup.sides)}",
            "end": f"{won}: {verdict.why}" if verdict else "",
            "sides": [{"title": side.called, "colour": _css(colours.word_colour(side.name))} for side in setup.sides],
            "size": self._film.size,
            "beats": self._beats,
            "lines": self._lines,
            "frames": self._strip.frames_at(self._film.beats),
            "pictures": [b64encode(part).decode() for part in self._strip.parts],
        }


def _css(colour: Iterable[int] | pygame.Color) -> str:
    """A colour as style sheets write it."""
    return "#" + "".join(f"{part:02x}" for part in tuple(colour)[:3])
