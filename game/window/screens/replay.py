"""A battle that was fought, watched again: back and forth, on from any point, and written to a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import pygame

from game.ai import USUAL_LEVEL
from game.files.archives import ENDING
from game.files.atomic import file_words, write_new
from game.lab.expedition import OpenExpedition, page
from game.play.folders import output_folder
from game.play.puzzles import OfferedPuzzle, ShownSolution, moment_of_puzzle, play_solution
from game.play.recording import Beat, Recording, RecordingCheckpoints, gone_on, play_to, recorded
from game.play.seating import HUMAN, PERSON, Player, offered_players, told_of
from game.play.shared import share
from game.play.speech import side_title
from game.play.start import picture_of
from game.rules.questions import REFEREE, Seat
from game.user_error import UserError
from game.view.panels.timeline import TimeLine, TimelineMark
from game.view.widgets.layout import Dock, split_row
from game.view.widgets.progress import ProgressBar
from game.view.widgets.theme import BODY, FAINT, SMALL, TITLE
from game.view.widgets.widget import Button, ChoiceButton, Widget
from game.window.battle.camera_work import bring_into_view
from game.window.controls import Binding
from game.window.desktop import copied, show_folder
from game.window.destinations import Export, PlayOn, StartedBattle, Title
from game.window.exporting import FILM, PAGE, TEXT, ChroniclePage, ExportJob, begin_export, log_text
from game.window.loop import App
from game.window.menu import MenuButton, MenuRow, MenuScreen
from game.window.screens.battle import BattleScreen

READING = 0.004
"""Seconds of each frame in which the way ahead is gone through, until it is known."""

STRIP = 112
"""Pixels of the design that the strip takes at the window's foot."""

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


class ReplayStep(NamedTuple):
    """A way back or on, as a button of the strip and by keys."""

    text: str
    go: Callable[[ReplayScreen, int], None]
    by: int
    tip: str
    keys: tuple[str, ...]
    """The first is shown."""


class ReplayScreen(BattleScreen):
    """A battle that answers itself from its history."""

    leads_back = "To the title"
    """Where one goes from it."""

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

    BACK = (
        ReplayStep("« Round", round, -1, "To where the round before begins", ("ctrl+left", "ctrl+,")),
        ReplayStep("« Turn", turn, -1, "To where the turn before begins", ("shift+left", "shift+,")),
        ReplayStep("« Step", step, -1, "One answer back", ("left", ",")),
    )
    ON = (
        ReplayStep("Step »", step, 1, "One answer on", ("right", ".")),
        ReplayStep("Turn »", turn, 1, "To the next turn", ("shift+right", "shift+.")),
        ReplayStep("Round »", round, 1, "To the next round", ("ctrl+right", "ctrl+.")),
    )

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
        tokens = stage.scene.tokens
        told = (entry.line.who for entry in reversed(stage.scene.log))
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
        look, window = self.look, pygame.Rect((0, 0), self.stage.view.size)
        strip = Dock(look, Dock(look, window).bottom(STRIP), 8, edge=(14, 4))
        self.line = TimeLine(strip.top(46), look, self.last, self._marks(), self.go, self._where)
        entries: Sequence[tuple[str, Callable[[], object], str, str]] = (
            *((each.text, partial(each.go, self, each.by), each.tip, each.keys[0].title()) for each in self.BACK),
            ("Play", self.toggle, "Play or pause", "Space"),
            *((each.text, partial(each.go, self, each.by), each.tip, each.keys[0].title()) for each in self.ON),
            ("", self._speed, "Faster or slower", "+ and -"),
            ("Play on", self._play_on, "A battle of its own from here; you choose who plays", ""),
            ("Share", self._export, "The battle in one file, a page, a moving picture, text", ""),
            ("Back", self.cancel, self.leads_back, self.app.keys.shown("cancel")),
        )
        places = split_row(strip.top(44), look.px(4), *[1] * len(entries), widest=look.px(112))
        buttons = {
            press: Button(place, text, press, tip=tip, shortcut=key)
            for place, (text, press, tip, key) in zip(places, entries, strict=True)
        }
        self._plays, self._speeds, self._on = (buttons[each] for each in (self.toggle, self._speed, self._play_on))
        self.stage.panels.bar.put([*buttons.values(), self.line])
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
        self.app.go(Export(self.recording, self.at))

    def cancel(self) -> None:
        self.app.go(Title())

    def handle(self, event: pygame.Event) -> None:
        """The keys of a replay, the strip, then the board to look at."""
        bar = self.stage.panels.bar
        if self.take_key(event):
            return
        if event.type == pygame.KEYDOWN and bar.handle(event):
            self.app.stale = True
        else:
            super().handle(event)

    def bindings(self) -> Sequence[Binding]:
        """The keys of a replay."""
        return (
            Binding("Back", self.cancel, "cancel"),
            Binding("Rules and keys", self.help, "help"),
            *(Binding(each.tip, partial(each.go, self, each.by), keys=each.keys) for each in (*self.BACK, *self.ON)),
            Binding("To the beginning", partial(self.go, 0), keys=("home",)),
            Binding("To the end", partial(self.go, self.last), keys=("end",)),
            Binding("Run or stop", self.toggle, keys=("space",), enabled=self.stage.panels.bar.focus is None),
        )

    def show_players(self, *, everything: bool = False) -> None:
        """A replay is watched in one window."""
        self.app.say("The second window follows battles that are played")

    def leave(self) -> None:
        """A replay is not a battle to be kept."""


class SolutionScreen(ReplayScreen):
    """The best line of a puzzle on the board: beside it each decision with its odds."""

    leads_back = "To what your line was worth"

    def __init__(self, app: App, offered: OfferedPuzzle) -> None:
        """Raises BadFile if these rules lead elsewhere than to the puzzle's moment."""
        moment, match = moment_of_puzzle(offered), moment_of_puzzle(offered)
        first = len(moment.history)
        list(play_solution(match, offered))
        players = {Seat(side.name): Player("ai", USUAL_LEVEL) for side in match.setup.sides}
        super().__init__(app, recorded(match, players, "seeded", offered.name, first=first))
        self._solution = ShownSolution(offered, moment)
        self.stage.puzzle = self._solution

    def _come_to(self, beat: int) -> None:
        super()._come_to(beat)
        self._solution.follow(self.stage.session.match)

    def cancel(self) -> None:
        """To the card that it was begun from."""
        self.app.pop()


class PlayOnScreen(MenuScreen):
    """A choice for each side: at first those who played, and a person for the side through whose eyes was watched.

    Where nobody in particular watched and nobody played, that is the party's.
    """

    title = "Play on from here"
    width = 460

    def __init__(self, app: App, shown: Recording, beat: int) -> None:
        super().__init__(app)
        self.shown, self.beat = shown, beat
        self.players = dict(shown.players)
        if shown.viewer is not None or HUMAN not in self.players.values():
            self.players[shown.viewer or self._party()] = HUMAN

    def _seats(self) -> list[Seat]:
        return [Seat(side.name) for side in self.shown.start.setup.sides]

    def _party(self) -> Seat:
        sides = self.shown.start.setup.sides
        return Seat(next((side for side in sides if side.party), sides[0]).name)

    @property
    def told(self) -> str:
        """Whom the person at the screen will play, in words."""
        setup = self.shown.start.setup
        mine = [side_title(setup, seat) for seat in self._seats() if self.players.get(seat) == HUMAN]
        if not mine:
            return "The computer plays every side; you watch."
        return f"You play {mine[0]}." if len(mine) == 1 else f"People at this screen play {' and '.join(mine)}."

    def content(self) -> Sequence[MenuRow]:
        """A choice for each side."""
        rows = [MenuRow(48, partial(self._choice, seat)) for seat in self._seats()]
        said = "A battle of its own, with dice of its own. What was recorded stays as it is."
        return [*rows, self.paragraph(self.told, BODY, TITLE, bold=True), self.paragraph(said, SMALL, FAINT)]

    def _choice(self, seat: Seat, box: pygame.Rect) -> Widget:
        player, start = str(self.players.get(seat, USUAL_LEVEL)), self.shown.start
        box.height -= self.look.px(8)
        title, tip = side_title(start.setup, seat), told_of(player, start.ruleset)
        return ChoiceButton(box, title, offered_players(), player, partial(self._seat, seat), tip=tip)

    def _seat(self, seat: Seat, who: str) -> None:
        self.players[seat] = HUMAN if who == PERSON else Player("ai", who)
        self.refresh()

    def entries(self) -> Sequence[MenuButton]:
        """Go on, or stay."""
        return (MenuButton("Play on", self._go_on), MenuButton("Back", self.cancel))

    def _go_on(self) -> None:
        seats = {*self._seats(), REFEREE}
        players = {seat: player for seat, player in self.players.items() if seat in seats}
        self.app.go(StartedBattle(gone_on(self.shown, self.beat, players, self.app.saved)))


SLICE = 0.004
"""Seconds of each frame after which no other picture of the film is begun, so that the window answers meanwhile."""


class ExportScreen(MenuScreen):
    """As what is a battle shared? And, while something is drawn, how far it has come."""

    title = "Share"
    width = 460

    def __init__(self, app: App, shown: Recording, beat: int) -> None:
        super().__init__(app)
        self.shown, self.beat, self.name = shown, beat, shown.name
        self.export: ExportJob | None = None
        self.ending = ""
        """Of the file that it is for."""
        self.written: Path | None = None
        """The file, once it is."""

    def entries(self) -> Sequence[MenuButton]:
        """What can be written, or the way to stop."""
        if self.export is not None:
            return (MenuButton("Stop", self._stop, "Nothing is written then"),)
        if self.written is not None:
            return (MenuButton("Show it in its folder", self._show), MenuButton("Back", self.cancel))
        setup, whole = self.shown.start.setup, self.shown.over and not self.shown.start.setup.puzzle
        turn = self.shown.turn_at(self.beat)
        word = MenuButton("Copy its word", self._copy, f"For the clipboard: {setup.command}")
        beaten = "Others begin it as it began, and try to do better" if whole else "Once it has been fought to its end"
        return (
            *([word] if setup.command else []),
            MenuButton("Battle in one file", self._pack, beaten, whole),
            MenuButton("Page", partial(self._begin, PAGE), "In all colours, for any browser: board, log and odds"),
            MenuButton("Moving picture of a turn", partial(self._begin, FILM, turn), f"A GIF: {self._told(turn)}"),
            MenuButton("Moving picture of it all", partial(self._begin, FILM), "A GIF; it takes a while"),
            MenuButton("Text", partial(self._write, TEXT, partial(log_text, self.shown)), "The log"),
            MenuButton("Back", self.cancel),
        )

    def _told(self, turn: tuple[int, int]) -> str:
        number = self.shown.beats[turn[1]].round
        return f"round {number}, steps {turn[0]} to {turn[1]}; the line of time of a replay picks another"

    def _copy(self) -> None:
        self.app.say(copied(self.shown.start.setup.command))

    def _pack(self) -> None:
        self._write(ENDING, partial(share, self.shown))

    def content(self) -> Sequence[MenuRow]:
        """The bar, or where the file is."""
        if (export := self.export) is not None:
            return (MenuRow(48, lambda box: ProgressBar(box, "Drawing the battle", lambda: export.share)),)
        return () if self.written is None else (self.paragraph(f"Written: {self.written}"),)

    @property
    def moving(self) -> bool:
        """While something is drawn."""
        return self.export is not None or super().moving

    def advance(self, seconds: float) -> None:
        """Draw some more of the film; once it is done, write it."""
        super().advance(seconds)
        export, end = self.export, perf_counter() + SLICE
        while export is not None and perf_counter() < end:
            if not export.advance():
                self._stop()
                self._write(self.ending, export.data)
                return

    def _begin(self, ending: str, beats: tuple[int, int] | None = None) -> None:
        """Draw, from now on, for a file of that ending; ``beats``: the first and the last, without them all."""
        self.ending = ending
        try:
            self.export = begin_export(self.shown, ending, self.app.oracle, beats)
        except UserError as error:
            self.app.say(str(error))
        self.refresh()

    def _stop(self) -> None:
        self.export = None
        self.refresh()

    def _write(self, ending: str, content: Callable[[], bytes]) -> None:
        """Write a new file, say where, and show its folder."""
        try:
            self.written = write_new(output_folder("exports") / f"{file_words(self.name)}{ending}", content())
        except UserError as error:
            self.app.say(str(error))
        else:
            self.group.focus = None
            self._show()
            self.refresh()

    def _show(self) -> None:
        if self.written is not None and (trouble := show_folder(self.written.parent)):
            self.app.say(trouble)


class ChronicleScreen(ExportScreen):
    """As what is the chronicle of an expedition written? And, while its battles are drawn, how far that has come."""

    title = "Chronicle"

    def __init__(self, app: App, it: OpenExpedition, land: pygame.Surface) -> None:
        MenuScreen.__init__(self, app)
        self.it, self.land, self.name = it, land, f"{it.expedition.word} {it.expedition.rules}"
        self.export, self.ending, self.written = None, "", None

    def entries(self) -> Sequence[MenuButton]:
        """What can be written, or the way to stop."""
        if self.export is not None or self.written is not None:
            return super().entries()
        return (
            MenuButton("Page", partial(self._begin, PAGE), "One file for any browser, with its battles in it"),
            MenuButton("Text", partial(self._write, ".md", lambda: page(self.it).encode()), "In Markdown"),
            MenuButton("Back", self.cancel),
        )

    def _begin(self, ending: str, beats: tuple[int, int] | None = None) -> None:
        self.ending = ending
        try:
            self.export = ChroniclePage(self.it, self.land, self.app.oracle)
        except UserError as error:
            self.app.say(str(error))
        self.refresh()
