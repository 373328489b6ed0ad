"""The workshop: tools for those who make battles, units and rules, each a row of what it takes and what it runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import unescape

import pygame

from game import resources
from game.ai import LEVELS
from game.files.atomic import file_words
from game.play.folders import SCENARIOS, newest_first, output_folder, state_folder
from game.play.preferences import opened
from game.rules.registry import names, ruleset
from game.view.widgets.art import draw_svg
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column, Dock
from game.view.widgets.picture_cache import kept_picture
from game.view.widgets.progress import ProgressBar
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BAD_WORD, BODY, FAINT, INK, NIGHT, SMALL, TEXT, Typography
from game.view.widgets.widget import Button, ChoiceButton, Label, Widget
from game.window.command_job import MADE, CommandJob, told
from game.window.desktop import copied, show_folder
from game.window.destinations import Destination, NewBattle, OpenMap, OwnUnits
from game.window.loop import App, Screen
from game.window.menu import back_button, head_dock, write_heading
from game.window.setting_up import starting

Chosen = Mapping[str, str]
"""What is chosen for a tool, by the key of each choice."""

TOOL, LINE, ROW, ABOUT = 46, 22, 44, 66
"""Pixels of the design: a tool in the list, a line that was printed, a choice or a button, what a tool is for."""


class ToolChoice(NamedTuple):
    """Something to be said before a tool is run."""

    key: str
    title: str
    offered: Callable[[App], Sequence[tuple[str, str]]] | None
    """(value, label) each, the usual one first; None for a word that is typed."""


class WorkshopTool(NamedTuple):
    """One entry of the workshop."""

    title: str
    about: str
    leads: Callable[[App], Destination] | None = None
    """The screen that it is; else it is a command."""
    words: Callable[[Chosen], Sequence[str]] = lambda chosen: ()
    """What follows ``battlemat``."""
    choices: tuple[ToolChoice, ...] = ()
    picture: str = ""
    """The file that it draws, which is shown as it grows."""


def _numbers(*offered: int) -> Callable[[App], Sequence[tuple[str, str]]]:
    return lambda app: [(str(number), f"{number:,}") for number in offered]


def _rules(app: App) -> Sequence[tuple[str, str]]:
    return [(name, ruleset(name).title) for name in names()]


def _any_rules(app: App) -> Sequence[tuple[str, str]]:
    return [("", "All"), *_rules(app)]


def _maps(app: App) -> Sequence[tuple[str, str]]:
    """Those of the player's own that were opened last, then those that ship with the game."""
    own = [(str(path), path.stem) for path in opened(app.preferences)]
    return [*own, *((path.name.split(".")[0], path.name.split(".")[0]) for path in resources.shipped_maps())]


def _scenarios(app: App) -> Sequence[tuple[str, str]]:
    own = newest_first(state_folder(SCENARIOS).glob("*.toml"))
    return [(str(path), path.stem) for path in (*own, *resources.shipped_scenarios())]


def _battles(app: App) -> Sequence[tuple[str, str]]:
    return [*_scenarios(app), *_maps(app)]


def _pairs_of_levels(app: App) -> Sequence[tuple[str, str]]:
    pairs = [(one, other) for at, one in enumerate(LEVELS) for other in LEVELS[at:]]
    return [(f"{one},{other}", f"{one} against {other}") for one, other in pairs]


RULES = ToolChoice("rules", "Rules", _rules)
ANY_RULES = ToolChoice("rules", "Rules", _any_rules)
MAP = ToolChoice("map", "Map", _maps)


def _named(key: str, value: str) -> Sequence[str]:
    """An option, if something is chosen for it."""
    return (f"--{key}", value) if value else ()


TOOLS = (
    WorkshopTool(
        "Map doctor",
        "Open a map drawn in Tiled, a Universal VTT file or a picture; see what is read of it, and put it right.",
        lambda app: OpenMap(),
    ),
    WorkshopTool(
        "Scenario",
        "Put a battle together: pick map and rules, then change sides, squads, places and aims in detail.",
        lambda app: NewBattle(),
    ),
    WorkshopTool(
        "Units of your own",
        "Write fighters in the words of a game's rules, and see what the rules make of them.",
        lambda app: OwnUnits(starting.favourite(app.preferences)),
    ),
    WorkshopTool(
        "Compare rules",
        "One attack, and as many battles between computers as you like, by one game's rules after the other's.",
        words=lambda said: ("compare", said["battle"], *_named("battles", said["battles"])),
        choices=(
            ToolChoice("battle", "Battle", _battles),
            ToolChoice("battles", "Battles each", lambda app: [("", "None"), *_numbers(20, 100)(app)]),
        ),
    ),
    WorkshopTool(
        "Are the odds right?",
        "Computers fight; every chance that would be shown is played out with other dice, and told against what came.",
        words=lambda said: (
            "audit",
            *_named("rules", said["rules"]),
            "--figures",
            said["figures"],
            "--out",
            "odds.svg",
        ),
        choices=(ANY_RULES, ToolChoice("figures", "Chances of each", _numbers(500, 2_000, 10_000))),
        picture="odds.svg",
    ),
    WorkshopTool(
        "Lab",
        "Many battles over rules, maps and computers, with ratings and charts. What was fought is kept: begun again it "
        "goes on where it was stopped.",
        words=lambda said: (
            *("lab", "--maps", said["map"], *_named("rules", said["rules"]), "--ai", said["ai"]),
            *(
                "--battles",
                said["battles"],
                "--out",
                file_words(f"lab {Path(said['map']).stem} {said['rules']} {said['ai']}"),
            ),
        ),
        choices=(
            MAP,
            ANY_RULES,
            ToolChoice("ai", "Computers", _pairs_of_levels),
            ToolChoice("battles", "Battles each", _numbers(10, 40, 200)),
        ),
    ),
    WorkshopTool(
        "Universal VTT",
        "Write a map as other virtual tables read it: picture, walls, doors and lights. Map doctor reads theirs.",
        words=lambda said: ("export", said["map"]),
        choices=(MAP,),
    ),
    WorkshopTool(
        "Battle in one file",
        "Put a scenario with its map, pictures and units into one file that others drop on their window.",
        words=lambda said: ("pack", said["scenario"]),
        choices=(ToolChoice("scenario", "Scenario", _scenarios),),
    ),
    WorkshopTool(
        "Find a puzzle",
        "Computers fight until a moment comes in which one line of play is far better than it looks.",
        words=lambda said: ("puzzle", "--find", "--rules", said["rules"], "--seed", said["seed"] or "1"),
        choices=(RULES, ToolChoice("seed", "A number that it follows from", None)),
    ),
    WorkshopTool(
        "A new ruleset",
        "Write a package with a small game that plays at once, to be changed into one of your own.",
        words=lambda said: ("new-ruleset", said["name"] or "my-war", *(["--zones"] if said["space"] else [])),
        choices=(
            ToolChoice("name", "Its name", None),
            ToolChoice("space", "Played on", lambda app: [("", "Cells"), ("zones", "Zones and borders")]),
        ),
    ),
)


class WorkshopScreen(Screen):
    """Tools at the left; at the right what one takes, how far it is, and what it has told."""

    room = (1024, 576)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.chosen = 0
        self.said: dict[tuple[str, str], str] = {}
        """What is chosen, by the tool's title and the key."""
        self._told = (0, False, False)
        """Lines, whether it runs, and whether there is a picture of it, as they were laid out last."""
        self._drawn = pygame.Rect(0, 0, 0, 0)

    @property
    def tool(self) -> WorkshopTool:
        """What is looked at."""
        return TOOLS[self.chosen]

    @property
    def job(self) -> CommandJob | None:
        """Its run, which goes on while one is elsewhere."""
        return self.app.jobs.get(self.tool.title)

    @property
    def words(self) -> Sequence[str]:
        """The command with what is chosen."""
        return self.tool.words({choice.key: self._value(choice) for choice in self.tool.choices})

    def _value(self, choice: ToolChoice) -> str:
        usual = choice.offered(self.app)[0][0] if choice.offered is not None else ""
        return self.said.get((self.tool.title, choice.key), usual)

    @property
    def moving(self) -> bool:
        """While something runs here."""
        return super().moving or self._now != self._told or (self.job is not None and self.job.running)

    @property
    def _now(self) -> tuple[int, bool, bool]:
        job = self.job
        return (0, False, False) if job is None else (len(job.lines), job.running, job.drawn is not None)

    def advance(self, seconds: float) -> None:
        """Tell what has been printed since."""
        super().advance(seconds)
        if self._now != self._told:
            self.refresh()

    def layout(self, size: tuple[int, int]) -> None:
        """The list at the left, the tool at the right."""
        px = self.look.px
        head = head_dock(self)
        whole = Dock(self.look, pygame.Rect(px(24), px(76), size[0] - px(48), size[1] - px(100)), 24)
        listed, rows = whole.left(290), [self._row(tool) for tool in TOOLS]
        widgets: list[Widget] = [
            ListBox(listed, rows, self._pick, chosen=self.chosen, height=px(TOOL), kept="tools"),
            back_button(self, head.right(120)),
        ]
        self.group.put([*widgets, *self._laid(whole.area)], focus=0 if self.group.focus is None else None)

    def _row(self, tool: WorkshopTool) -> ListRow:
        job = self.app.jobs.get(tool.title)
        if job is None:
            return ListRow(tool.title)
        over = "stopped" if job.stopped else "failed" if job.failed else "done"
        return ListRow(tool.title, f"running, {job.share:.0%}" if job.running else over)

    def _laid(self, area: pygame.Rect) -> Sequence[Widget]:
        px, tool, job = self.look.px, self.tool, self.job
        column = Column(area, px(8), px(ROW))
        column.put(Label(column.box(px(ABOUT)), tool.about, BODY, TEXT))
        if tool.leads is not None:
            column.put(Button(column.box(), f"Open: {tool.title}", self._go))
            return column.widgets
        for choice in tool.choices:
            column.put(self._choice(choice, column.box()))
        command = told(self.words) if job is None or not job.running else job.command
        shown, copy = column.row(5, 1)
        column.widgets.append(Label(shown, command, SMALL, FAINT))
        column.widgets.append(Button(copy, "Copy", lambda: self.app.say(copied(command)), tip="For a terminal"))
        running = job is not None and job.running
        first, folder = column.row(1, 1)
        run = Button(first, "Stop", self._stop) if running else Button(first, "Start", self._start)
        column.widgets += [run, Button(folder, "Show its folder", self._show, enabled=job is not None)]
        if job is not None and running:
            column.put(ProgressBar(column.box(), "Under way: you may leave and come back", lambda: job.share))
        left = pygame.Rect(area.left, column.top, area.width, area.bottom - column.top)
        self._drawn = pygame.Rect(0, 0, 0, 0)
        if job is not None and job.drawn is not None:
            self._drawn = pygame.Rect(left.topleft, (left.width * 2 // 5, left.height))
            left.width -= self._drawn.width + px(8)
            left.right = area.right
        if job is not None and job.lines:
            colour = BAD_WORD if job.failed and not job.stopped else TEXT
            lines = [ListRow(line, colour=colour) for line in job.lines]
            column.widgets.append(ListBox(left, lines, lambda _: None, height=px(LINE)))
        return column.widgets

    def _choice(self, choice: ToolChoice, box: pygame.Rect) -> Widget:
        def say(value: str) -> None:
            self.said[self.tool.title, choice.key] = value
            if choice.offered is not None:
                self.refresh()

        if choice.offered is None:
            return TextField(box, self._value(choice), say, hint=choice.title)
        return ChoiceButton(box, choice.title, choice.offered(self.app), self._value(choice), say)

    # -- what is pressed

    def _pick(self, index: int) -> None:
        if index != self.chosen:
            self.chosen = index
            self.refresh()

    def _go(self) -> None:
        if self.tool.leads is not None:
            self.app.go(self.tool.leads(self.app))

    def _start(self) -> None:
        try:
            self.app.jobs[self.tool.title] = CommandJob(self.words, output_folder(MADE), self.tool.picture)
        except OSError as error:
            self.app.say(f"It could not be begun: {error.strerror or error}")
        self.refresh()

    def _stop(self) -> None:
        if self.job is not None:
            self.job.stop()

    def _show(self) -> None:
        if self.job is not None and (trouble := show_folder(self.job.folder)):
            self.app.say(trouble)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "Workshop", self.look.px(16))
        if self._drawn.height and self.job is not None and self.job.drawn is not None:
            drawn = _picture(self.job.drawn, self._drawn.size, self.look)
            if drawn is not None:
                target.blit(drawn, drawn.get_rect(center=self._drawn.center))
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)


def _picture(path: Path, room: tuple[int, int], look: Typography) -> pygame.Surface | None:
    """A drawing of a command's, as large as the room for it; None while it can't be read."""
    with suppress(OSError, pygame.error):
        return kept_picture((path, path.stat().st_mtime_ns, room), lambda: _lettered(path, room, look))
    return None


WRITTEN = re.compile(r'<text x="([^"]+)" y="([^"]+)"(?: text-anchor="(middle|end)")?[^>]*>([^<]*)</text>')
"""What such a drawing says, and where: SDL draws everything else of it."""

LETTERS = 12
"""How large that is, in the drawing's own measure."""


def _lettered(path: Path, room: tuple[int, int], look: Typography) -> pygame.Surface:
    drawn, text = draw_svg(path, room), path.read_text("utf-8")
    wide = re.search(r'viewBox="0 0 (\d+) ', text)
    scale = drawn.get_width() / int(wide[1]) if wide is not None else 1.0
    for x, y, anchor, said in WRITTEN.findall(text):
        written = look.write(unescape(said), round(LETTERS * scale / look.scale), INK)
        place = written.get_rect(bottom=round((float(y) + LETTERS / 4) * scale))
        setattr(place, {"middle": "centerx", "end": "right"}.get(anchor, "left"), round(float(x) * scale))
        drawn.blit(written, place)
    return drawn
