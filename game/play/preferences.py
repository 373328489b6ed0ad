"""What a player has set for all battles: kept in one small file, never in the way of starting."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import fields

from game import resources
from game.files.atomic import set_aside, stamp_of, write_whole
from game.files.bounded_reading import DATA, is_plain
from game.files.errors import BadFile
from game.files.own_json import decode_json, read_json
from game.play.folders import state_folder
from game.rules.match import Order
from game.rules.setup import Recruit
from game.scene.palettes import Palette
from game.user_error import brief

TEXT_MOST = 1.5
"""How much larger text may be than what is round it, at most."""


NOTICE_MOST = 20.0
"""Seconds that a notice stays, at most."""

PLACES = 8
"""Arrangements of screens under which the window's place is remembered."""


class ChangedSquad(msgspec.Struct, frozen=True):
    """Another squad for one side, by which a battle has the difficulty that was asked for."""

    difficulty: str
    side: str
    squad: tuple[Recruit, ...]
    change: str
    """What differs from the squad as map or scenario has it, in a few words."""
    reached: bool
    """Whether it comes to that difficulty; else there was nothing nearer to it."""
    won: int
    """Quick battles that the side against it has won."""
    battles: int
    """Of so many."""
    draws: int = 0
    """Of these without a winner."""
    foreseen: float = 0.0
    """The share that the side against it is to win by units' strengths, where no battles tell; else 0."""


class Draft(msgspec.Struct, frozen=True):
    """A battle of one's own as it was put together last; what of it is no longer there is left out."""

    file: str = ""
    """The name of the map's or scenario's file."""
    rules: str = ""
    squads: dict[str, str] = {}
    """Ready squads by side."""
    players: dict[str, str] = {}
    """Who plays, by side: "human" or an AI's level."""
    settings: dict[str, str] = {}
    changed: ChangedSquad | None = None


class WindowPlace(msgspec.Struct, frozen=True):
    """Where the window stands, in points of the screen."""

    at: tuple[int, int]
    """Its upper left corner."""
    size: tuple[int, int]
    maximised: bool = False
    """Whether it fills its screen; place and size are those of before."""


TimeLimits = Literal["usual", "twice", "four times", "none"]
"""How long a person has where a rule gives so many seconds."""


class Preferences(msgspec.Struct, dict=True):
    """The settings of the game itself."""

    ui_scale: float = 1.0
    scale_chosen: bool = False
    """Whether the player has set ``ui_scale``; until then a window picks one that fits it."""
    text: float = 1.0
    """How much larger text is than what is round it."""
    palette: Palette = "usual"
    speed: float = 1.0
    volume: float = 0.6
    mute: bool = False
    calm: bool = False
    """Reduced motion: nothing flies, rises or glides."""
    follow: bool = True
    """Whether the camera moves by itself to what happens."""
    auto_end: bool = True
    """Whether a turn ends by itself when nothing is left to do in it."""
    warn_end: bool = True
    """Whether ending a turn with actions left asks first."""
    warn_way: bool = True
    """Whether a way on which somebody may strike asks first."""
    ask_leaving: bool = True
    """Whether leaving a battle for good asks first."""
    opening: bool = True
    """Whether a card stands before each battle: where it is, who fights, and for what."""
    pass_mouse: bool = True
    """Whether people who play at one screen are told when it is another's turn, where nothing is hidden from them."""
    own_dice: bool = False
    """Whether people throw real dice for what they may see, and type what these show, in battles that are begun."""
    reactions: Order = "matters"
    orders: dict[str, dict[str, Order]] = {}
    """By ruleset and topic: how one wants to be asked about reactions of a kind."""
    skip_others: bool = False
    """Whether the turns of others are not played out, but told in a few lines when one is asked again."""
    volumes: dict[str, float] = {}
    """By kind of sound, where it is not 1."""
    pad: dict[str, str] = {}
    """What of a gamepad does what, where it is not the usual."""
    hints: bool = True
    hints_seen: tuple[str, ...] = ()
    grid: bool = False
    sight: bool = True
    minimap: bool = True
    """Whether the whole map is shown in small while it is larger than the window."""
    edge_scroll: bool = False
    """Whether the view moves while the pointer rests at the window's edge."""
    notice: float = 3.5
    """Seconds that a notice stays if nothing is pressed."""
    tip_after: float = 0.35
    """Seconds that the pointer rests before a tooltip is shown."""
    arrival: float = 0.25
    """Seconds in which nothing pressed is meant for a screen that came by itself."""
    held_again: float = 0.35
    """Seconds until what is held on a gamepad counts once more."""
    time_limits: TimeLimits = "usual"
    sticky: bool = False
    """Whether Ctrl, Shift and Alt that are pressed alone wait for the next key or click."""
    keys: dict[str, str] = {}
    fullscreen: bool = False
    windows: dict[str, WindowPlace] = {}
    """Where the window stood when it was closed, by the screens that there were; the last ones first."""
    rules: str = ""
    """The ruleset of the battle begun last."""
    lessons: tuple[str, ...] = ()
    """The names of the lessons that were won."""
    puzzles: tuple[str, ...] = ()
    """The names of the puzzles that were solved."""
    puzzle_tries: dict[str, int] = {}
    """How often each puzzle was tried, by name, until it was solved."""
    quick_won: tuple[str, ...] = ()
    """The rulesets whose quick battle was won: until then it is against Novices."""
    draft: Draft = Draft()
    scenarios: tuple[str, ...] = ()
    """Scenarios of the player's own that lie beside their maps, and not in the game's folder for them."""
    maps: tuple[str, ...] = ()
    """The files of maps of the player's own that were opened, the last one first."""
    folder: str = ""
    """The folder from which a map was opened last."""


def preferences_file() -> Path:
    """Where the settings lie."""
    return state_folder() / "settings.json"


def load_preferences(tell: Callable[[str], object] = lambda _: None) -> Preferences:
    """The player's settings; the usual ones if there are none.

    A file that can't be read is set aside, what of it can be goes on, and ``tell`` hears of it.
    """
    path = preferences_file()
    if stamp_of(path) is None:
        found = Preferences()
        _know(found)
        return found
    try:
        found = _read(path)
    except BadFile as error:
        found = _whole_parts(path)
        try:
            kept = f"The file is kept as {set_aside(path).name} in {path.parent}; what of it is whole goes on."
        except BadFile as refused:
            kept = str(refused)
        tell(brief(f"Your settings can't be read ({error}). {kept}"))
    found.scale_chosen |= found.ui_scale != 1.0
    found.ui_scale = max(0.75, min(2.0, found.ui_scale))
    found.text = max(1.0, min(TEXT_MOST, found.text))
    found.speed = max(0.25, min(8.0, found.speed))
    found.notice = max(1.0, min(NOTICE_MOST, found.notice))
    found.tip_after = max(0.1, min(2.0, found.tip_after))
    found.arrival = max(0.0, min(2.0, found.arrival))
    found.held_again = max(0.2, min(2.0, found.held_again))
    found.volume = max(0.0, min(1.0, found.volume))
    found.volumes = {kind: max(0.0, min(1.0, share)) for kind, share in found.volumes.items()}
    _know(found)
    return found


_ADVICE = "set again what is missing"


def _read(path: Path) -> Preferences:
    return read_json(path, Preferences, DATA, _ADVICE)


def _whole_parts(path: Path) -> Preferences:
    """The settings of a file that is spoilt somewhere, as usual where it is."""
    found = Preferences()
    try:
        parts = read_json(path, dict[str, msgspec.Raw], DATA, _ADVICE)
    except BadFile:
        return found
    for field in fields(Preferences):
        if field.name in parts:
            with suppress(BadFile):
                setattr(found, field.name, decode_json(path, parts[field.name], field.type, _ADVICE))
    return found


def keep_preferences(preferences: Preferences) -> str:
    """Write the settings, never over a file that can't be read. Gives what went wrong, or nothing.

    What another window has changed meanwhile stays, but for what was changed here, too.
    """
    path = preferences_file()
    try:
        theirs = preferences
        if stamp_of(path) is not None:
            try:
                theirs = _read(path)
            except BadFile:
                set_aside(path)
        kept = {field.name: _both(preferences, theirs, field.name) for field in fields(Preferences)}
        write_whole(path, msgspec.json.format(msgspec.json.encode(_sayable(msgspec.to_builtins(kept)))))
        _know(preferences)
    except BadFile as error:
        return str(error)
    return ""


_KNOWN = "known"
"""The attribute with the settings as this window has read or written them last, by name."""


def _know(preferences: Preferences) -> None:
    """Remember the settings as they are now: what differs from that later was changed in this window."""
    vars(preferences)[_KNOWN] = {field.name: getattr(preferences, field.name) for field in fields(Preferences)}


def _both(mine: Preferences, theirs: Preferences, name: str) -> Any:
    """A setting that two windows may have changed: what was changed here, and of a list what was added there, too."""
    here, there = getattr(mine, name), getattr(theirs, name)
    known = vars(mine).get(_KNOWN)
    if known is None:
        return here
    if isinstance(here, tuple):
        before = known[name]
        added = [each for each in there if each not in before]
        return tuple(dict.fromkeys((*here, *added))) if here != before else there
    return there if here == known[name] else here


def _sayable(value: Any) -> Any:
    """A value without the names of files that no text can hold: there are systems on which a name is any bytes."""
    match value:
        case str():
            return value.encode(errors="ignore").decode()
        case dict():
            return {key: _sayable(each) for key, each in value.items()}
        case list() | tuple():
            return [_sayable(each) for each in value]
    return value


MOST = 12
"""Maps that are remembered."""


def is_ours(path: Path) -> bool:
    """Whether a map ships with the game, and so must stay as it is."""
    try:
        return path.resolve().is_relative_to(resources.maps().resolve())
    except FileNotFoundError:
        return False


def remember(preferences: Preferences, path: Path) -> None:
    """Put a map first among those that were opened; the game's own are offered anyway."""
    if is_ours(path):
        return
    whole = str(path.resolve())
    preferences.maps = (whole, *(known for known in preferences.maps if known != whole))[:MOST]
    keep_preferences(preferences)


def opened(preferences: Preferences) -> list[Path]:
    """The maps opened before that are still there, the last one first."""
    return [path for name in preferences.maps if is_plain(path := Path(name))]
