"""A battle of one's own: map, rules and their settings, squads, and who plays."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame

from game.ai import LEVELS
from game.app.loop import App, Screen
from game.app.screens import starting
from game.app.screens.menu import write_heading
from game.files.errors import BadFile
from game.files.tiled import Chart, read_map
from game.rules.registry import names, ruleset
from game.view.board import Ground
from game.view.forms import Group, ListBox, Row
from game.view.panels import cite
from game.view.theme import BAD, BODY, FAINT, LINE, NIGHT, SMALL, TEXT, TITLE, draw_panel
from game.view.widgets import Button, Choice, Label, Widget


class SetupScreen(Screen):
    """Maps on the left with a picture, everything else on the right."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.maps = starting.battles()
        self.map = next((i for i, path in enumerate(self.maps) if path.stem == "gatehouse"), 0)
        self.rules = names()[0]
        self.squads = ["", ""]
        self.players = ["human", LEVELS[-1]]
        self.settings: dict[str, str] = {}
        self.page = 0
        """Which of the settings are shown, where there is no room for all."""
        self.group = Group()
        self._charts: dict[Path, Chart | str] = {}
        self._pictures: dict[tuple[Path, int, int], pygame.Surface] = {}
        self._picture = pygame.Rect(0, 0, 0, 0)
        self._note = pygame.Rect(0, 0, 0, 0)
        self._choose_squads()

    def _choose_squads(self) -> None:
        keys = list(ruleset(self.rules).parties())
        self.squads = ["", ""] if not keys else [keys[0], ""]

    def chart(self) -> Chart | str:
        """The chosen map, or what is wrong with it."""
        path = self.maps[self.map]
        if path not in self._charts:
            try:
                chart = read_map(path)
                faults = chart.playable()
                self._charts[path] = "\n".join(faults) if faults else chart
            except BadFile as error:
                self._charts[path] = str(error)
        return self._charts[path]

    def layout(self, size: tuple[int, int]) -> None:
        """Put everything in its place."""
        px = self.look.px
        top, gap, high = px(76), px(7), px(36)
        left, wide = px(24), size[0] * 45 // 100
        room = size[1] - top - px(24)
        rows = [Row(path.stem.replace("-", " ").capitalize()) for path in self.maps]
        listed = pygame.Rect(left, top, wide, min(room * 2 // 5, px(44) * max(len(rows), 1) + 8))
        self._picture = pygame.Rect(left, listed.bottom + gap, wide, size[1] - listed.bottom - gap - px(96))
        self._note = pygame.Rect(left, self._picture.bottom + px(6), wide, px(66))
        x, width = left + wide + px(28), size[0] - left - wide - px(52)
        found = ruleset(self.rules)
        parties = {key: key.replace("-", " ").capitalize() for key in found.parties()}
        widgets: list[Widget] = [ListBox(listed, rows, self._pick_map, chosen=self.map, height=px(44))]
        y = top

        def row(widget: Widget) -> None:
            nonlocal y
            widgets.append(widget)
            y += widget.rect.height + gap

        def box() -> pygame.Rect:
            return pygame.Rect(x, y, width, high)

        rulesets = [(name, ruleset(name).title) for name in names()]
        row(Choice(box(), "Rules", rulesets, self.rules, self._pick_rules))
        who = [("human", "A person"), *((level, f"Computer, {level}") for level in LEVELS)]
        drawn = [("", "As the map says")]
        for index, side in enumerate(("Party", "Foes")):
            row(Label(pygame.Rect(x, y, width, px(24)), side, BODY + 1, TITLE, bold=True))
            row(
                Choice(
                    box(),
                    "Squad",
                    [*drawn, *parties.items()],
                    self.squads[index],
                    partial(self._squad, index),
                )
            )
            members = self._members(index)
            row(Label(pygame.Rect(x + 4, y - px(6), width, px(20)), members, SMALL, FAINT))
            row(Choice(box(), "Played by", who, self.players[index], partial(self._player, index)))
        row(Label(pygame.Rect(x, y, width, px(24)), "Settings of the rules", BODY + 1, TITLE, bold=True))
        fitting = max(1, (size[1] - px(84) - y) // (high + gap))
        paged = len(found.settings) > fitting
        each = max(1, fitting - paged)
        start = self.page * each % max(1, -(-len(found.settings) // each) * each)
        for setting in found.settings[start : start + each]:
            asked = any(key == "ask" for key, _ in setting.choices)
            choices = [*setting.choices, *(() if asked else (("ask", "Ask the referee"),))]
            value = self.settings.get(setting.key, setting.default)
            tip = ", ".join(cite(found.ledger, number) for number in setting.rules)
            row(Choice(box(), setting.title, choices, value, partial(self._set, setting.key), tip=tip))
        if paged:
            row(Button(box(), "More settings", self._turn))
        foot = size[1] - px(68)
        half = (width - gap) // 2
        playable = not isinstance(self.chart(), str)
        widgets.append(Button(pygame.Rect(x, foot, half, px(48)), "Back", self.app.pop))
        widgets.append(
            Button(pygame.Rect(x + half + gap, foot, half, px(48)), "Begin", self._begin, enabled=playable, chosen=True)
        )
        self.group.put(widgets, focus=0 if self.group.focus is None else None)

    def _turn(self) -> None:
        self.page += 1
        self._again()

    def _members(self, index: int) -> str:
        squad = ruleset(self.rules).parties().get(self.squads[index])
        if squad is None:
            return "whoever the map's spawns name, else a ready squad"
        roster = ruleset(self.rules).roster()
        counts: dict[str, int] = {}
        for recruit in squad:
            name = recruit.name or roster.get(recruit.unit, recruit.unit)
            counts[name] = counts.get(name, 0) + 1
        return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())

    def _pick_map(self, index: int) -> None:
        self.map = index
        self._again()

    def _pick_rules(self, name: str) -> None:
        self.rules, self.settings = name, {}
        self._choose_squads()
        self._again()

    def _squad(self, index: int, key: str) -> None:
        self.squads[index] = key
        self._again()

    def _player(self, index: int, key: str) -> None:
        self.players[index] = key

    def _set(self, key: str, choice: str) -> None:
        self.settings[key] = choice

    def _again(self) -> None:
        self.layout(self.app.surface.get_size())

    def _begin(self) -> None:
        seats = ",".join(self.players)
        if "ask" in self.settings.values() and "human" in self.players:
            seats += ",referee=human"
        squads = ",".join(self.squads) if any(self.squads) else None
        starting.begin(
            self.app, self.maps[self.map], rules=self.rules, squads=squads, seats=seats, settings=self.settings
        )

    def advance(self, seconds: float) -> None:
        """Tooltips wait."""
        self.group.advance(seconds)

    @property
    def moving(self) -> bool:
        """Only while a tooltip is about to be shown."""
        return self.group.waiting_for_tip

    def handle(self, event: pygame.Event) -> None:
        """Esc goes back."""
        if event.type == pygame.KEYDOWN and self.app.keys.control(event) == "cancel":
            self.app.pop()
        else:
            self.group.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "Custom battle", self.look.px(16))
        chart = self.chart()
        draw_panel(target, self._picture, alpha=255, line=LINE)
        if isinstance(chart, str):
            tone, note = BAD, chart
        else:
            picture = self._snapshot(chart)
            target.blit(picture, picture.get_rect(center=self._picture.center))
            tone, note = (
                TEXT,
                f"{chart.field.title}, {chart.field.width} × {chart.field.height}. {chart.field.description}",
            )
        for number, line in enumerate(self.look.wrap(note, self._note.width, SMALL)[:3]):
            target.blit(
                self.look.write(line, SMALL, tone), (self._note.left, self._note.top + number * self.look.line(SMALL))
            )
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)

    def _snapshot(self, chart: Chart) -> pygame.Surface:
        key = (chart.path, self._picture.width, self._picture.height)
        if key not in self._pictures:
            size = (self._picture.width - 12, self._picture.height - 12)
            self._pictures[key] = Ground(chart.field, chart.picture).snapshot(*size)
        return self._pictures[key]
