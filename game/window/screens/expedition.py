"""An expedition between its battles: who goes on and how they fare, what was fought, and where to next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import ceil
from pathlib import Path

import pygame

from game.files.atomic import write_new
from game.files.errors import BadFile
from game.files.names import file_words
from game.files.scenario import Scenario
from game.lab.expedition import LEGS, OpenExpedition, choose, company_match, page, tell_foes, tell_state
from game.play.folders import output_folder
from game.rules.registry import ruleset
from game.view.board.tokens import liveries_of
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.picture_button import PictureButton
from game.view.widgets.theme import BODY, GOOD_WORD, SMALL, TEXT
from game.view.widgets.widget import Label, Widget
from game.window.destinations import FightLeg, Title, Trouble
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen

LINE, ROW, OFFER, GAP = 34, 46, 84, 10
"""Heights of the design: the line under the title, a row of a list, a battle to choose, what parts them."""

STUCK = "The expedition can’t go on"
"""Over what is in its way."""

PAGES = "pages"
"""The folder of the player's documents in which pages are put."""


class ExpeditionScreen(MenuScreen):
    """Two lists, two ways on, and a page of what happened."""

    width = 1120

    def __init__(self, app: App, it: OpenExpedition) -> None:
        """Raises BadFile, BadSetup, UnknownRuleset where what it is kept in can't be read."""
        super().__init__(app)
        self.it = it
        self.title = f"The expedition of “{it.expedition.word}”"
        self._offers = [(file, scenario, tell_foes(scenario)) for file, scenario in self._read(it.expedition.offered)]
        self._chosen = [scenario.title for _, scenario in self._read(filter(None, [it.expedition.chosen]))]
        self._match = company_match(it)
        """The company as it goes on now; None if nobody does."""

    def _read(self, files: Iterable[str]) -> list[tuple[str, Scenario]]:
        return [(file, self.it.scenario(file)) for file in files]

    def _rows(self) -> int:
        return max(len(self.it.expedition.company), LEGS)

    def extra(self) -> int:
        """Room for the line, the lists and the battles that are offered."""
        high = ceil(self._night_height(self.look.px(self.width - 40)) / self.look.scale)
        return LINE + self._rows() * ROW + GAP + high + (OFFER + GAP) * bool(self._offers)

    @property
    def _night(self) -> str:
        """What the company's last rest has brought it; empty if there was none, or it brought nothing."""
        last = self.it.expedition.legs[-1:]
        return f"The night: {'; '.join(last[0].night)}." if last and last[0].night else ""

    def _night_height(self, width: int) -> int:
        """Pixels of the window."""
        lines = len(self.look.wrap(self._night, width, SMALL)) if self._night else 0
        return lines * self.look.line(SMALL) + self.look.px(GAP) * bool(lines)

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """How far it has come; the company beside its battles; where one may go."""
        px = self.look.px
        inner = pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), px(LINE))
        tone = GOOD_WORD if self.it.won else TEXT
        widgets: list[Widget] = [Label(inner, self._told(), BODY, tone, centred=True)]
        half = (inner.width - px(GAP)) // 2
        lists = pygame.Rect(inner.left, inner.bottom, half, px(ROW) * self._rows())
        widgets.append(ListBox(lists, self._company(), lambda _: None, height=px(ROW)))
        legs = lists.move(half + px(GAP), 0)
        widgets.append(ListBox(legs, self._legs(), lambda _: None, height=px(ROW)))
        night = pygame.Rect(inner.left, lists.bottom + px(GAP), inner.width, self._night_height(inner.width))
        widgets.append(Label(night, self._night, SMALL, TEXT))
        for at, (file, scenario, foes) in enumerate(self._offers):
            box = pygame.Rect(inner.left + at * (half + px(GAP)), night.bottom, half, px(OFFER))
            press = partial(self._choose, file)
            widgets.append(PictureButton(box, scenario.title, press, "icons/flag", under=foes, first=not at))
        return widgets

    def layout(self, size: tuple[int, int]) -> None:
        """Everything in the middle; the first way on is what is pressed first."""
        fresh = self.group.focus is None
        super().layout(size)
        ways = [each for each in self.group.widgets if isinstance(each, PictureButton)]
        if fresh and ways:
            self.group.focus = ways[0]

    def entries(self) -> Sequence[MenuButton]:
        """To the battle that was chosen; the page; the title."""
        return (
            *(MenuButton(f"Fight: {title}", lambda: self.app.go(FightLeg(self.it))) for title in self._chosen),
            MenuButton("Write a page of what happened", self._write, enabled=bool(self.it.expedition.legs)),
            MenuButton("To the title" if self.it.over else "To the title; it is kept", self.cancel),
        )

    def _told(self) -> str:
        now, title = self.it.expedition, ruleset(self.it.expedition.rules).title
        if self.it.won:
            return f"{title}: the company has come through all {LEGS} battles."
        if self.it.over:
            return f"{title}: nobody can go on. It ended with battle {len(now.legs)} of {LEGS}."
        next_ = f"battle {len(now.legs) + 1} of {LEGS}"
        return f"{title}, {next_}: {'where to?' if self._offers else 'the company is on its way.'}"

    def _company(self) -> list[ListRow]:
        match = self._match
        if match is None:
            return [ListRow("Nobody is left")]
        liveries, side = liveries_of(match), next(side.name for side in match.setup.sides if side.party)
        standings = [match.ruleset.standing(match.board, c.id) for c in match.state.on(side)]
        return [ListRow(it.name, tell_state(it), liveries.face(side, it, self.look.px(ROW - 8))) for it in standings]

    def _legs(self) -> list[ListRow]:
        rows = []
        for number, leg in enumerate(self.it.expedition.legs, 1):
            rounds = f" after {leg.rounds} round{'s' if leg.rounds > 1 else ''}" if leg.rounds else ""
            lost = f"Did not go on: {', '.join(leg.lost)}" if leg.lost else "Everybody went on"
            rows.append(ListRow(f"{number}. {leg.title}: {leg.outcome}{rounds}", lost))
        return rows or [ListRow("No battle is fought yet", f"There are {LEGS}, one after the other")]

    def _choose(self, file: str) -> None:
        try:
            chosen = choose(self.it, file)
        except BadFile as error:
            self.app.go(Trouble(STUCK, str(error)))
        else:
            self.app.go(FightLeg(chosen))

    def _write(self) -> None:
        """Put the page beside others; where it went is told."""
        name = file_words(f"{self.it.expedition.word} {self.it.expedition.rules}")
        try:
            path: Path = write_new(output_folder(PAGES) / f"{name}.md", page(self.it).encode())
        except BadFile as error:
            self.app.say(str(error))
        else:
            self.app.say(f"Written: {path}")

    def cancel(self) -> None:
        """To the title: the expedition is kept."""
        self.app.go(Title())
