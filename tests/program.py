"""Fixtures of tests that run the program, by window, shell or terminal: a folder of their own, AIs that draw lots."""

from __future__ import annotations

import io
import shutil
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.ai import Opponent
from game.ai.scoring import ConsideredOptions
from game.cli import lab as lab_commands
from game.cli.commands import main
from game.files.saves import SeatPlan
from game.lab import arena
from game.play import session, start
from game.play.preferences import Preferences
from game.rules.match import AnyMatch
from game.rules.questions import Answer, Seat
from game.rules.weights import Temperament
from game.scene.palettes import use
from game.view.widgets import picture_cache
from game.view.widgets.theme import BODY, Typography, Weight
from game.window import desktop
from game.window.loop import App
from game.window.window import open_app
from tests.corpus.kinds import HOME
from tests.rules.battles import Drawn, brawl
from tests.saving import save_match
from tests.window.seated import fought

LEVELS = ("instinct", "trained")


@pytest.fixture(scope="session")
def key_names() -> None:
    """Names of keys, for tests without a window too. Not where this is imported: workers would not end by SIGTERM."""
    pygame.display.init()


class ByLot:
    """An AI for tests: it draws lots, and says so."""

    reason = "drawn by lot"
    considered = ConsideredOptions()

    def glance(self, match: AnyMatch, question: Any) -> ConsideredOptions:
        """Lots weigh nothing."""
        return ConsideredOptions()

    def __init__(self, level: str, seat: Seat) -> None:
        self._drawn = Drawn(len(level) + len(seat))

    def answer(self, match: AnyMatch, question: Any) -> Answer:
        """Any answer."""
        return self._drawn.answer(match, question)


def opponent(level: str, seat: Seat, temperament: Temperament | None = None) -> Opponent:
    """In place of ``game.ai.opponent``; lots have no temperament."""
    return ByLot(level, seat)


@pytest.fixture
def at_home(duel_installed: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Autosaves and crash reports go to a folder of the test, which is where it runs; AIs draw lots."""
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path / "state")
    monkeypatch.setattr("game.resources.user_documents_path", lambda: tmp_path / "documents")
    monkeypatch.chdir(tmp_path)
    for module in (arena, session):
        monkeypatch.setattr(module, "opponent", opponent)
    for module in (lab_commands, session, start):
        monkeypatch.setattr(module, "LEVELS", LEVELS)
    return tmp_path


@pytest.fixture
def letters() -> None:
    """Type can be written and keys have names, without a window."""
    pygame.font.init()
    pygame.display.init()


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program as from a shell: ``run("text", "gatehouse", typed="quit")`` gives code, output and errors."""

    def shell(*words: str, typed: str | Sequence[str] = "") -> tuple[int, str, str]:
        lines = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        capsys.readouterr()
        try:
            code = main(words)
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return shell


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """A window without a screen; whatever it is drawn in, the next test sees the usual colours. No folder is opened."""
    monkeypatch.setattr(desktop, "OPENERS", {})
    monkeypatch.setitem(desktop.OPENERS, "linux", "no program of that name")
    quiet = Preferences(
        speed=8.0, calm=True, hints=False, warn_end=False, ask_leaving=False, pass_mouse=False, opening=False
    )
    opened = open_app(quiet)
    yield opened
    opened.window.destroy()
    use("usual")


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture is kept from another test: what is written is written while the test looks.

    Its room goes back as well: a window that is opened meanwhile changes it.
    """
    drawn = picture_cache._drawn
    for name, value in {"_room": drawn._room, "_free": drawn._room, "_pictures": OrderedDict()}.items():
        monkeypatch.setattr(drawn, name, value)


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch, undrawn: None) -> list[str]:
    """What has been shortened since, as it should have stood there."""
    found: list[str] = []
    whole = Typography.cut

    def cut(look: Typography, text: str, room: int, size: int = BODY, weight: Weight = "regular") -> str:
        shown = whole(look, text, room, size, weight)
        if shown != text:
            found.append(text)
        return shown

    monkeypatch.setattr(Typography, "cut", cut)
    return found


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of a map from elsewhere."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("layer-called-collision.tmx", "sheet.png"):
        shutil.copy(HOME / name, folder / name)
    return folder / "layer-called-collision.tmx"


@pytest.fixture
def record() -> Path:
    """The save of a brawl that is over."""
    path = Path("brawl.save")
    save_match(fought(brawl()), path, seats=SeatPlan({"party": "human", "foe": "instinct"}, seed=5))
    return path
