"""The window's loop: events to the screen on top, time to all, a picture when something has changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Event, get_ident
from typing import Any, Protocol

import pygame

from game.files.document import LEAVE, Document
from game.play.preferences import Preferences, keep_preferences
from game.play.workers import BackgroundThread
from game.rules.questions import Seat
from game.scene.palettes import use
from game.user_error import UserError
from game.view.widgets.forms import FocusGroup
from game.view.widgets.picture_cache import keep_windows
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import Typography
from game.view.widgets.widget import TOOLTIP_AFTER
from game.window.ambience import Ambience
from game.window.battle.frame import scale_for
from game.window.battle.stage import Stage
from game.window.command_job import CommandJob
from game.window.controls import (
    PAD_EVENTS,
    PRESSES,
    Binding,
    Keys,
    LatePresses,
    Pad,
    StickyModifiers,
    TextInput,
    asked_by_pad,
    bound,
)
from game.window.desktop import keep_picture
from game.window.destinations import Destination, Dropped, KeysHere, Sure
from game.window.notice import PassingNotice
from game.window.sound import Sounds
from game.window.window_place import StandingWindow


class Screen:
    """One screen of the window. Screens lie on a pile; the top one gets the events.

    A screen that wants another one asks the app to ``go`` to a destination; to go back it asks it to ``pop``.
    """

    covers = True
    """Whether nothing of the screen below is seen."""

    room = (1, 1)
    """Pixels of the design, across and down, that it needs: a UI scale at which they don't fit is drawn smaller."""

    takes_files = False
    """Whether a file that is dropped on it is opened at once; elsewhere it is asked whether to leave for it."""

    caption = ""
    """What the window is called because of it, by which two windows are told apart."""

    right_click_leaves = False
    """Whether a right click steps back."""

    document: Document[Any] | None = None
    """What is edited here."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.group = FocusGroup()
        """Its widgets."""

    @property
    def field(self) -> TextField | None:
        """The text field to which goes what is typed."""
        return self.group.field

    @property
    def look(self) -> Typography:
        """Type and measures."""
        return self.app.look_for(self.room)

    @property
    def notices(self) -> pygame.Rect | None:
        """The part of the window at whose foot notices are shown; None: in the middle below its head."""
        return None

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself, so that the loop must not wait for events: a tooltip is due."""
        return self.group.waiting_for_tip

    def layout(self, size: tuple[int, int]) -> None:
        """The window has this size, or the UI scale has changed: put everything in its place."""

    def refresh(self) -> None:
        """Put everything in its place anew, and draw it."""
        self.layout(self.app.surface.get_size())
        self.app.stale = True

    def leaving(self, then: Callable[[], object]) -> None:
        """Do something that leaves what is edited here; what would be lost is asked about first."""
        lost = self.document.lost if self.document is not None else ""
        if lost:
            self.app.go(Sure(LEAVE, lost, then))
        else:
            then()

    def cancel(self) -> None:
        """Step back, as its key and on some screens a right click do: to the screen below."""
        self.leaving(self.app.pop)

    def after(self, change: Callable[..., object]) -> Callable[..., None]:
        """A change of what is shown, which is given what a widget says, and everything laid out anew."""

        def both(*said: object) -> None:
            change(*said)
            self.refresh()

        return both

    def leads(self, destination: Destination) -> Callable[[], None]:
        """The deed of a button that leads to a destination and does nothing else."""
        return partial(self.app.go, destination)

    def lay_out(self) -> None:
        """Work out what clicks and keys need of how things are drawn now; each event finds what the last has left."""
        self.group.lay(self.look)

    def bindings(self) -> Sequence[Binding]:
        """What keys do here now; of two for a key the first."""
        return (Binding("Back", self.cancel, "cancel"),)

    def key_of(self, press: Callable[[], object]) -> str:
        """The key that does something here, as its button names it; empty if none does."""
        return next((each.shown(self.app.keys) for each in self.bindings() if each.press == press), "")

    def take_key(self, event: pygame.Event, *, late: bool = False) -> bool:
        """Do what a key is bound to, or show what keys do here; whether it was one of these."""
        if event.type != pygame.KEYDOWN:
            return False
        bindings = self.bindings()
        found = bound(event, self.app.keys, [each for each in bindings if each.late == late])
        if found is not None:
            found.press()
        elif bindings and not late and self.app.keys.control(event) == "help":
            self.app.go(KeysHere(tuple(bindings)))
        else:
            return False
        return True

    def handle(self, event: pygame.Event) -> None:
        """Take an event: keys first, then the widgets."""
        if self.right_click_leaves and event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.cancel()
        elif not self.take_key(event) and not self.group.handle(event):
            self.take_key(event, late=True)

    def catch(self, pressed: str) -> bool:
        """Take what was pressed on a gamepad for itself, such as "button 0", whatever that does; whether it did."""
        return False

    def advance(self, seconds: float) -> None:
        """Let time pass: tooltips wait."""
        self.group.advance(seconds * self.app.tip_pace)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        raise NotImplementedError

    def stirred(self, since: int, now: int) -> pygame.Rect | None:
        """The part of the window in which what moves by itself looks otherwise than it did; times of the ambience."""
        return None

    @property
    def unsaved(self) -> str:
        """What would be lost if the window closed now, in a sentence; nothing for most screens."""
        return self.document.lost if self.document is not None else ""

    def leave(self) -> None:
        """The window closes, or the screen is taken off the pile: keep what must be kept."""


class SecondWindow(Protocol):
    """Another window of the same game, which follows the first."""

    everything: bool
    """Whether the first window shows everything meanwhile, as a referee sees it."""

    @property
    def side(self) -> Seat | None:
        """The side whose knowledge it shows; None between battles."""

    @property
    def moving(self) -> bool:
        """Whether its picture changes by itself."""

    def fit(self) -> None:
        """Its size has changed, or that of writing."""

    def show(self, main: Stage, side: Seat, closed: Callable[[], object]) -> None:
        """Show the battle of the first window as a side may know it; ``closed`` is told when the window is."""

    def show_nothing(self) -> None:
        """The battle was left."""

    def take(self, event: pygame.Event) -> bool:
        """Take an event of this window; whether it was one."""

    def step(self, seconds: float) -> None:
        """Let time pass and draw."""

    def close(self) -> None:
        """Close it."""


class App:
    """The window and what all screens share."""

    def __init__(
        self,
        preferences: Preferences,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Open the window.

        ``size``: its points; None for where it stood last. Raises pygame.error where none can be opened.
        """
        self.standing = StandingWindow(preferences, size)
        self.window = self.standing.window
        self.preferences = preferences
        use(preferences.palette)
        self.look = Typography(self._scale, preferences.text)
        self._looks: dict[float, Typography] = {}
        self.keys, self.pad = Keys(preferences.keys), Pad(preferences.pad, preferences.held_again)
        self.text_input = TextInput(self.standing.in_points)
        self.sounds = Sounds(preferences.volume, preferences.mute, preferences.volumes)
        self.opponents = BackgroundThread("opponents")
        self.oracle = BackgroundThread("odds")
        self.pile: list[Screen] = []
        self.ambience = Ambience()
        self.late, self.sticky = LatePresses(), StickyModifiers(self.say)
        self.second: SecondWindow | None = None
        """The window for players at the table, while it is open."""
        self.jobs: dict[str, CommandJob] = {}
        """Commands that were begun in the workshop, by the title of what they are run for."""
        self.running = True
        self.stale = True
        """Whether the picture has to be drawn again."""
        self._told = 0
        """Thoughts of the oracle that the last picture could know of."""
        self.frames = 0
        """Pictures drawn so far."""
        self._quiet = Event()
        self._quiet.set()
        self._thread = get_ident()
        # each copy of a picture lets go of the interpreter: a thread that thinks must hand it back soon
        sys.setswitchinterval(0.0005)
        self.saved: Callable[[Path], None] = lambda _: None
        self.pointer = (-1, -1)
        self._size = self.surface.get_size()
        keep_windows(self._size)
        self._notice = PassingNotice()

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on."""
        return self.window.get_surface()

    @property
    def _scale(self) -> float:
        """The size of everything in pixels of the picture, of which a point of a fine screen has several."""
        return self.standing.fineness * scale_for(self.preferences, self.window.size)

    @property
    def top(self) -> Screen:
        """The screen that gets the events."""
        return self.pile[-1]

    def look_for(self, room: tuple[int, int]) -> Typography:
        """Type and measures at the player's scale, or the largest below it at which ``room`` fits the window."""
        width, height = self.surface.get_size()
        scale = min(self.look.scale, max(0.75, min(width / room[0], height / room[1])))
        if scale == self.look.scale:
            return self.look
        if scale not in self._looks:
            self._looks = {scale: Typography(scale, self.look.text), **dict(list(self._looks.items())[:3])}
        return self._looks[scale]

    # -- screens

    def go(self, destination: Destination) -> None:
        """Go where a screen asks to, or tell why that can't be."""
        try:
            destination.open(self)
        except UserError as error:
            self.say(str(error))

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.pile.append(screen)
        screen.layout(self.surface.get_size())
        self.stale = True

    def pop(self) -> None:
        """Take the top screen off; the window closes with the last."""
        self.pile.pop().leave()
        self.stale = True
        if self.pile:
            self.top.layout(self.surface.get_size())
        else:
            self.running = False

    def replace(self, *screens: Screen) -> None:
        """Take all screens off and put these on."""
        while self.pile:
            self.pile.pop().leave()
        for screen in screens:
            self.push(screen)

    def quit(self) -> None:
        """Close the window; every screen keeps what it must."""
        for screen in reversed(self.pile):
            screen.leave()
        for job in self.jobs.values():
            if job.running:
                job.end()
        self.running = False

    def say(self, text: str) -> None:
        """Show a short notice for a while, or until something is pressed; of a long one its beginning."""
        self._notice.show(text, self.preferences.notice)
        self.stale = True

    @property
    def tip_pace(self) -> float:
        """How fast tooltips come, as the player has set it."""
        return TOOLTIP_AFTER / self.preferences.tip_after

    @property
    def notice(self) -> str:
        """The notice that is shown."""
        return self._notice.text

    def restyle(self) -> None:
        """The settings have changed: UI scale, sound and keys take effect at once."""
        use(self.preferences.palette)
        self.look = Typography(self.look.scale, self.preferences.text)
        self._looks.clear()
        self.keys = Keys(self.preferences.keys)
        self.pad.assign(self.preferences.pad)
        self.apply_sound_settings()
        self._layout()
        if self.second is not None:
            self.second.fit()

    def apply_sound_settings(self) -> None:
        """The settings of sounds and of times have changed."""
        heard, wanted, self.pad.first = self.sounds, self.preferences, self.preferences.held_again
        heard.volume, heard.mute, heard.volumes = wanted.volume, wanted.mute, wanted.volumes

    # -- the loop

    def run(self) -> None:
        """Run until the window closes."""
        clock = pygame.time.Clock()
        self.step(0.0, [])
        while self.running:
            self.step(min(clock.tick(60) / 1000, 0.1), pygame.event.get())
            followed = self.second is not None and self.second.moving
            passing = self._news or self.notice or self.pad.held or self.late.waiting or followed
            if self.running and not passing and not self.top.moving:
                event = self.ambience.rest(clock.tick, self.preferences.calm, self.top.stirred, self._draw_part)
                if event.type != pygame.NOEVENT:
                    self.step(0.0, [event])
        self.standing.save()
        keep_preferences(self.preferences)

    def step(self, seconds: float, events: list[pygame.Event]) -> None:
        """One turn of the loop: events, time, picture."""
        finished = self.oracle.finished  # what is worked out while panels are laid is laid in the next picture
        self.ambience.advance(seconds)
        self.late.advance(seconds)
        before = self.pile[-1:]
        for event in map(self.standing.in_pixels, events):
            if self.second is not None and self.second.take(event):
                self.stale = True
                continue
            if event.type in PRESSES and (self.late.waiting or self.pile[-1:] != before):
                continue
            self._handle(event)
            if not self.running:
                return
            self._listen()
        for control in self.pad.advance(seconds):
            self.command(control)
        self.stale |= self._notice.advance(seconds)
        moved = bool(self.pile) and self.top.moving  # what comes to rest now has to be drawn at rest
        before = self.pile[-1:]
        for screen in list(self.pile):
            screen.advance(seconds)
        if not self.running:
            return
        self.late.passed(before, self.pile[-1:], self.preferences.arrival)
        if self.surface.get_size() != self._size:
            self._layout()
        if self.pile:
            self.top.lay_out()
        self.standing.call(next((screen.caption for screen in reversed(self.pile) if screen.caption), ""))
        followed = self.second is not None and self.second.moving
        if self.stale or moved or self._news or self.top.moving or followed:
            self._told = finished
            self._quiet.clear()
            try:
                self.draw()
            finally:
                self._quiet.set()
            self.window.flip()
            if self.second is not None:
                self.second.step(seconds)
            self.ambience.shown()
            self.frames += 1
            self.stale = False
            self.late.shown(self.pile[-1:])
        self._listen()

    @property
    def _news(self) -> bool:
        """Whether something was worked out since the panels of the last picture were laid."""
        return self.oracle.finished != self._told

    def give_way(self) -> None:
        """For threads beside the window: wait while a picture is being drawn."""
        if get_ident() != self._thread:
            self._quiet.wait(0.1)

    def draw(self) -> None:
        """Draw what is seen of the pile."""
        target = self.surface
        first = max((index for index, screen in enumerate(self.pile) if screen.covers), default=0)
        for screen in self.pile[first:]:
            screen.draw(target)
        self._notice.draw(target, self.look, self.top.notices if self.pile else None)

    def _draw_part(self, part: pygame.Rect) -> None:
        """Draw anew the part of the picture in which something looks otherwise."""
        self.surface.set_clip(part)
        self.draw()
        self.surface.set_clip(None)
        self.window.flip()

    def _handle(self, event: pygame.Event) -> None:
        self.stale = True
        event = self.sticky.take(event) if self.preferences.sticky else event
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._notice.clear()  # it was about what was done before
        self.ambience.notice(event)
        self.standing.notice(event)
        if event.type == pygame.QUIT or event.type == pygame.WINDOWCLOSE:
            lost = next((screen.unsaved for screen in self.pile if screen.unsaved), "")
            if lost and self.top.unsaved:
                self.go(Sure(LEAVE, lost, self.quit))
            else:  # or somebody wants it although they were asked
                self.quit()
            return
        if event.type in (pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED):
            self._layout()
            return
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self.pointer = event.pos
        if event.type in PAD_EVENTS:
            pressed = self.pad.pressed(event)
            if pressed and self.pile and not self.top.catch(pressed):
                self._notice.clear()
                self.command(self.pad.does(pressed))
        elif not self.text_input.take(event):
            self._pass(event)

    def _pass(self, event: pygame.Event) -> None:
        """To the window itself, or to the screen on top."""
        if event.type == pygame.KEYDOWN:
            control = self.keys.control(event)
            if control == "fullscreen":
                self.toggle_fullscreen()
                return
            if control == "screenshot":
                self.screenshot()
                return
        if event.type == pygame.DROPFILE and self.pile:
            self.go(Dropped(Path(event.file)))
        elif self.pile:
            self.top.lay_out()
            self.top.handle(event)

    def command(self, control: str) -> None:
        """Do what a key does, for a gamepad or a list of keys: screens know only keys."""
        if control:
            self.stale = True
            self._pass(asked_by_pad(control))

    def _listen(self) -> None:
        self.text_input.listen(self.top.field if self.pile else None)

    def _layout(self) -> None:
        self._size, wanted = self.surface.get_size(), self.preferences
        keep_windows(self._size)
        if (scale := self._scale) != self.look.scale:
            self.look = Typography(scale, wanted.text)
        self.stale = True
        for screen in self.pile:
            screen.layout(self._size)

    def toggle_fullscreen(self) -> None:
        """To the whole display and back."""
        self.standing.toggle_fullscreen()
        keep_preferences(self.preferences)
        self._layout()

    def screenshot(self) -> None:
        """Write the picture to a file and say where."""
        self.draw()
        self.say(keep_picture(self.surface))
