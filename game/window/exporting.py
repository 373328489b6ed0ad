"""Files of a battle that was fought, for others: animated pictures, pages for browsers, text."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import fsum
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.Image import Image
import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import pygame

from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.tiled.picture import Picture
from game.lab.company import standings, tell_state
from game.lab.expedition import OpenExpedition, tell_ending, tell_leg, tell_promise, tell_why
from game.play.battle_end import LuckReckoning
from game.play.battle_log import cited_by
from game.play.output import bar, say
from game.play.preferences import Preferences
from game.play.recording import Recording, play_to, recording
from game.play.speech import side_title, tell_odds
from game.play.start import picture_of
from game.play.workers import BackgroundThread
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import Odds
from game.rules.registry import ruleset
from game.rules.standing import Standing, called
from game.scene.playhead import Playhead
from game.scene.scene import LogEntry
from game.spatial.field import Field
from game.view.board.tokens import filled_part, liveries_of
from game.view.widgets.theme import Typography
from game.window.ambience import Ambience
from game.window.battle.camera_work import follow_mover, place_camera
from game.window.battle.dock import lay_out
from game.window.battle.draw_battle import draw_battle, draw_board
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport
from game.window.controls import Keys

FramePixels = npt.NDArray[Any]
"""Numbers of colours, which ones is the strip's own matter."""

WHOLE = 300
"""Parts of a page after which there is a whole picture again."""

QUALITY = 66
"""Of the pictures of a page, from 0 to 100."""

CLEAR = 255
"""The colour of a GIF that stands for: as in the picture before."""


def pillow() -> tuple[Any, Any]:
    """Pillow's modules for pictures and for the parts of a GIF."""
    from PIL import GifImagePlugin, Image

    return Image, GifImagePlugin


class Strip(Protocol):
    """Takes pictures, the same size each, and keeps of each what is new in it."""

    samples: int
    """Pictures along the way that it has to see before the first, for their colours."""

    def prepare(self, samples: Sequence[Image]) -> None:
        """Take the colours from these."""

    def pixels(self, picture: Image) -> FramePixels:
        """A picture of the film as numbers that differ where it would look different, a row after the other."""

    def add_frame(
        self, now: FramePixels, before: FramePixels | None, box: tuple[slice, slice], hundredths: int
    ) -> None:
        """Keep the part of a picture in a ``box`` of rows and columns, to be shown for so many hundredths of a second.

        ``before`` is the picture that it is laid over, None for the first.
        """

    def data(self) -> bytes:
        """All of it as the bytes of a file."""


class GifStrip:
    """255 colours, which are the same all through."""

    def __init__(self, samples: int = 6) -> None:
        """``samples``: pictures along the way that it wants to see before the first."""
        self._image, self._gif = pillow()
        self.samples = samples
        self._colours: Image | None = None
        self._parts: list[bytes] = []

    def prepare(self, samples: Sequence[Image]) -> None:
        """Take the colours from these."""
        wide, high = samples[0].size
        sheet = self._image.new("RGB", (wide, high * len(samples)))
        for number, sample in enumerate(samples):
            sheet.paste(sample, (0, high * number))
        self._colours = sheet.quantize(CLEAR, dither=self._image.Dither.NONE)

    def pixels(self, picture: Image) -> FramePixels:
        """The numbers of its colours."""
        return np.asarray(picture.quantize(palette=self._colours, dither=self._image.Dither.NONE))

    def add_frame(
        self, now: FramePixels, before: FramePixels | None, box: tuple[slice, slice], hundredths: int
    ) -> None:
        """What of it is as before is left clear."""
        assert self._colours is not None
        new = now[box] if before is None else np.where(now[box] != before[box], now[box], CLEAR).astype(np.uint8)
        part = self._image.fromarray(np.ascontiguousarray(new), "P")
        part.putpalette(self._colours.getpalette())
        if before is None:
            header, _ = self._gif.getheader(part.copy(), info={"loop": 0, "optimize": False})
            self._parts += header
        clear = {} if before is None else {"transparency": CLEAR}
        offset = (box[1].start, box[0].start)
        told = {"duration": 10 * hundredths, "disposal": 1, "optimize": False, **clear}
        self._parts += self._gif.getdata(part, offset, **told)

    def data(self) -> bytes:
        """All of it as the bytes of a GIF."""
        return b"".join((*self._parts, b";"))


class PageStrip:
    """Every colour, nearly: parts as WebP pictures for a page, in which what is as before is left clear."""

    samples = 0

    def __init__(self) -> None:
        """Nothing is on it yet."""
        self._image, _ = pillow()
        self.parts: list[bytes] = []
        self._places: list[tuple[int, int, int, bool]] = []
        """Of each part for how long it is shown, its left and top end, and whether it is a whole picture."""

    def prepare(self, samples: Sequence[Image]) -> None:
        """It needs none."""

    def pixels(self, picture: Image) -> FramePixels:
        """Red, green and blue in one number each."""
        colours = np.asarray(picture).astype(np.uint32)
        return colours[..., 0] << 16 | colours[..., 1] << 8 | colours[..., 2]

    def add_frame(
        self, now: FramePixels, before: FramePixels | None, box: tuple[slice, slice], hundredths: int
    ) -> None:
        """What is new in it, or now and then all of it, from where a page can begin to put pictures together."""
        whole = before is None or len(self.parts) % WHOLE == 0
        part = now if whole else now[box]
        layers = [(part >> shift & 255).astype(np.uint8) for shift in (16, 8, 0)]
        if not whole:
            assert before is not None
            layers.append(np.where(part != before[box], 255, 0).astype(np.uint8))
        written = BytesIO()
        self._image.fromarray(np.dstack(layers)).save(written, "WEBP", quality=QUALITY, method=4)
        self.parts.append(written.getvalue())
        self._places.append((hundredths, *((0, 0) if whole else (box[1].start, box[0].start)), whole))

    def frames_at(self, beats: Sequence[int]) -> list[tuple[int, int, int, int, int]]:
        """Of each part its beat, for how many hundredths of a second it is shown, left and top end, and 1 if whole."""
        return [(beat, *place[:3], int(place[3])) for beat, place in zip(beats, self._places, strict=True)]

    def data(self) -> bytes:
        """The parts, one behind the other."""
        return b"".join(self.parts)


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


def _zoom_out(view: Viewport) -> None:
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
    place: Callable[[Viewport], None] = _zoom_out
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
        beats: tuple[int, int] | None = None,
    ) -> None:
        """``picture``: the map's; ``oracle`` works sight out; ``seen``: without one it is the whole window, smaller;
        ``beats``: the first and the last that are shown, without them all.
        """
        self._image, _ = pillow()
        self._shown = shown
        self._strip = strip
        self._seen = seen = seen or FilmView()
        self.surface = pygame.Surface(seen.size)
        """The picture that was drawn last."""
        self._stage = Stage(shown.session(), picture, Studio(oracle), Typography(seen.scale), seen.size)
        self._stage.view.perspective.viewer = shown.viewer
        self._stage.fit(self._stage.view.look, seen.size)
        self._first, self._last = beats or (0, len(shown.beats) - 1)
        self._start = self._stage.view.head.stop()
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
        self._beat = self._first
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
        return SAMPLED + SHOT * (self._at - self._first) / max(1, self._last - self._first)

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
        self._seen.draw(self._stage, self.surface)
        found: Image = self._image.frombytes("RGB", self._seen.size, pygame.image.tobytes(self.surface, "RGB"))
        return found

    def _sample(self) -> None:
        """Go on to the next picture for the colours; after the last of them the film begins."""
        stage, wanted = self._stage, self._strip.samples
        if len(self._samples) < wanted:
            goal = self._first + (self._last - self._first) * len(self._samples) // (wanted - 1)
            self._at = min(goal, self._at + STRIDE)
            play_to(stage.session.match, self._shown, self._at)
            stage.view.head.skip()
            if self._at == goal:
                self._seen.place(self._stage.view)
                self._samples.append(self._picture().resize(SAMPLE, self._image.Resampling.NEAREST))
            return
        self._strip.prepare(self._samples)
        self._at = self._first
        self._begun = True
        play_to(stage.session.match, self._shown, self._first)
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
            self._strip.add_frame(self._now, self._laid, self._box, self._hundredths)
            self.beats.append(self._beat)
            self._hundredths = 0


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
        return _page(TEMPLATE, PLACE_OF_DATA, self._content())

    @property
    def last_picture(self) -> bytes:
        """The board as it was drawn last, as a PNG."""
        return png(self._film.surface)

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


def _page(template: str, place: str, content: dict[str, Any]) -> bytes:
    """A page of the game's folder with what its script reads in its place."""
    told = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return files("game.window").joinpath(template).read_text("utf-8").replace(place, place.replace("{}", told)).encode()


def png(surface: pygame.Surface) -> bytes:
    """A picture as the bytes of a file."""
    out = BytesIO()
    pygame.image.save(surface, out, "picture.png")
    return out.getvalue()


CHRONICLE = "chronicle_page.html"
PLACE_OF_CHRONICLE = '<script id="chronicle" type="application/json">{}</script>'


class ChroniclePage:
    """Makes the page of an expedition, with those of its battles in it."""

    def __init__(self, it: OpenExpedition, land: pygame.Surface, oracle: BackgroundThread) -> None:
        """``land``: the map with the way that was taken. Raises BadFile where a battle can't be read."""
        self._it, self._land = it, land
        legs = it.expedition.legs
        shown = {n: recording(it.path.with_name(leg.record)) for n, leg in enumerate(legs) if leg.record}
        self._pages = {n: BattlePage(each, picture_of(each.start), oracle) for n, each in shown.items()}
        self._left = list(self._pages)

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return fsum(page.share for page in self._pages.values()) / max(1, len(self._pages))

    def advance(self) -> bool:
        """Do a little: a hundredth of a second or some. Whether there is more to do."""
        if self._left and not self._pages[self._left[0]].advance():
            self._left.pop(0)
        return bool(self._left)

    def data(self) -> bytes:
        """The page as the bytes of a file, once all is done."""
        it, now = self._it, self._it.expedition
        legs = []
        for n, leg in enumerate(now.legs):
            page = self._pages.get(n)
            pictured = {
                "picture": b64encode(page.last_picture).decode(),
                "page": page.data().decode(),
            } if page is not None else {}  # fmt: skip
            lines = [tell_why(leg), *leg.told]
            told = {"title": f"{n + 1}. {tell_leg(leg)}", "outcome": leg.outcome, "lines": lines, "night": leg.night}
            legs.append(told | pictured)
        content = {
            "title": f"The expedition of “{now.word}”",
            "about": f"{ruleset(now.rules).title}, {now.difficulty}: {tell_promise(now.difficulty)}.",
            "end": tell_ending(it),
            "land": b64encode(png(self._land)).decode(),
            "legs": legs,
            "company": [f"{each.name}: {tell_state(each)}" for each in standings(now)] or ["Nobody is left."],
        }
        return _page(CHRONICLE, PLACE_OF_CHRONICLE, content)


def _css(colour: Iterable[int] | pygame.Color) -> str:
    """A colour as style sheets write it."""
    return "#" + "".join(f"{part:02x}" for part in tuple(colour)[:3])


FILM = ".gif"
"""The ending of an animated picture."""

PAGE = ".html"
"""The ending of a page for browsers."""

TEXT = ".txt"
"""The ending of the log as text."""


class ExportJob(Protocol):
    """A file in the making."""

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1."""

    def advance(self) -> bool:
        """Do a little: a hundredth of a second or some. Whether there is more to do."""

    def data(self) -> bytes:
        """The content of the file, once all is done."""


def begin_export(
    shown: Recording, ending: str, oracle: BackgroundThread, beats: tuple[int, int] | None = None
) -> ExportJob:
    """Begin to draw a battle for a file of that ending; ``oracle`` works sight out; ``beats``: as ``Film`` has them.

    Raises BadFile if the map's picture can't be read.
    """
    picture = picture_of(shown.start)
    if ending == PAGE:
        return BattlePage(shown, picture, oracle)
    return Film(shown, picture, oracle, GifStrip(), beats=beats)


def log_text(shown: Recording) -> bytes:
    """The log as the text game tells it, as the content of a file."""
    return "".join(f"{line}\n" for line in shown.lines()).encode()


def export_file(path: Path, out: Path) -> int:
    """Write the battle of a save or battle file to another file, by its ending; gives the exit code.

    Raises BadFile, KeptSecret and what else can be mended; then nothing was written.
    """
    if out.suffix not in (FILM, PAGE, TEXT):
        raise BadFile(f"{out.name}: a battle is exported to a file that ends in {FILM}, {PAGE} or {TEXT}.")
    shown = recording(path)
    write_whole(out, log_text(shown) if out.suffix == TEXT else _drawn(shown, out.suffix))
    say(f"{out}: {path.name}{'' if shown.over else ', as far as it is played and its player may know'}")
    return 0


def _drawn(shown: Recording, ending: str) -> bytes:
    """Draw it behind a bar, if somebody watches."""
    export = begin_export(shown, ending, BackgroundThread("sight"))
    with bar("Drawing the battle", 1.0) as told:
        while export.advance():
            told(export.share)
    return export.data()
