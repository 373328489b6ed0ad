"""A fresh battle of a word, and an expedition of several with one company."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from math import ceil
from pathlib import Path

import pygame

from game.ai import MINDS
from game.files.atomic import file_words, write_new
from game.files.errors import BadFile
from game.files.generate import KINDS, SIZES, USUAL_SIZE
from game.files.scenario import PlayerKind, Scenario
from game.lab.difficulty import AIMS, USUAL
from game.lab.expedition import (
    LEGS,
    ExpeditionRequest,
    OpenExpedition,
    choose,
    company_match,
    opened,
    page,
    tell_far,
    tell_foes,
    tell_promise,
    tell_state,
    under_way,
    under_way_of,
)
from game.lab.skirmish import SKIRMISH_AIMS, SkirmishRequest, fresh_word, weekly_word, with_other_map, with_other_squads
from game.play.folders import output_folder
from game.play.seating import told_of
from game.play.session import Session
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasRest
from game.rules.standing import called
from game.scene.scene import Token
from game.view.board.tokens import liveries_of
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column
from game.view.widgets.picture_button import PictureButton
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BODY, GOOD_WORD, NIGHT, SMALL, TEXT
from game.view.widgets.widget import Button, ChoiceButton, Label, Widget
from game.window.destinations import BeginSkirmish, FightLeg, OnExpedition, SetOut, Sure, Title, Trouble
from game.window.loop import App, Screen
from game.window.menu import MenuButton, MenuScreen, back_button, head_dock, write_heading
from game.window.setting_up import starting
from game.window.setting_up.skirmish_trial import SkirmishTrial

ROWS = 5
"""Rows of choices, with the word."""

HIGH, GAP = 40, 8
"""Of the design: a row, and what parts it from the next."""

TOLD = 136
"""Of the design: what is told of the battle."""

WEEKLY = "The word of this week, the same for everybody"

ABOUT = "The same word makes the same map and squads on every computer: give it to a friend."

FIVE = "Five battles in a row with one company: wounds and gear go along, and who falls stays fallen; {}"


class SkirmishScreen(MenuScreen):
    """What is chosen stays; what is not follows from the word."""

    title = "Skirmish"
    width = 720

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.rules = starting.favourite(app.preferences)
        self.word = fresh_word()
        self.kind, self.aim, self.size, self.difficulty = "", "", USUAL_SIZE, USUAL
        self.opponent: PlayerKind = "instinct"
        self.trial = SkirmishTrial(app.oracle, self.refresh)
        self.kept = [opened(path) for path in under_way()[:1]]
        """The expedition that was played last, if it is not over."""

    @property
    def wanted(self) -> SkirmishRequest:
        """The battle as it is chosen."""
        return SkirmishRequest(
            self.word.strip(), self.rules, self.kind, self.size, self.difficulty, self.opponent, self.aim
        )

    def extra(self) -> int:
        """Room for the choices and for what is told."""
        return ROWS * (HIGH + GAP) + TOLD

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The choices, the word with a button for another, and what comes of them."""
        self.trial.want(self.wanted if self.word.strip() and self.rules else None)
        px = self.look.px
        column = Column(pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), 0), px(GAP), px(HIGH))
        games = [(name, ruleset(name).title) for name in names()]
        kinds = [("", "As the word has it"), *((key, kind.title) for key, kind in KINDS.items())]
        aims = [("", "As the word has it"), *((key, aim.title) for key, aim in SKIRMISH_AIMS.items())]
        levels = [(key, f"{key.capitalize()}, {aim.promised:.0%}") for key, aim in AIMS.items()]
        tip = "How often you are to win, if both sides play alike"
        how = told_of(self.opponent, ruleset(self.rules)) if self.rules else ""
        boxes: list[pygame.Rect] = []
        for name, text, choices, said in (
            ("rules", "Game", games, ""),
            ("kind", "Map", kinds, ""),
            ("size", "Size", [(key, f"{key.capitalize()}, {x} x {y}") for key, (x, y) in SIZES.items()], ""),
            ("aim", "Aim", aims, SKIRMISH_AIMS[self.aim].about if self.aim else ""),
            ("difficulty", "Difficulty", levels, tip),
            ("opponent", "Opponent", [(key, mind.name) for key, mind in MINDS.items()], how),
        ):
            boxes = boxes or column.row(1, 1)
            choice = ChoiceButton(
                boxes.pop(0), text, choices, getattr(self, name), partial(self._choose, name), tip=said
            )
            column.widgets.append(choice)
        named, typed, again = column.row(2, 5, 3)
        column.widgets += [
            Label(named.move(0, px(8)), "Word", BODY, TEXT),
            TextField(typed, self.word, self._type, hint="Any word", tip=ABOUT),
            Button(again, "Draw another", partial(self._take, fresh_word)),
        ]
        other_map, other_squads, weekly = column.row(1, 1, 1)
        known = bool(self.word.strip())
        column.widgets += [
            Button(other_map, "Other map", lambda: self._take(lambda: with_other_map(self.word)), enabled=known),
            Button(
                other_squads, "Other squads", lambda: self._take(lambda: with_other_squads(self.word)), enabled=known
            ),
            Button(weekly, "This week’s", lambda: self._take(lambda: weekly_word(date.today())), tip=WEEKLY),
        ]
        for line in self.trial.lines or [ABOUT]:
            high = len(self.look.wrap(line, column.box().width, SMALL)) * self.look.line(SMALL)
            column.put(Label(column.box(high), line, SMALL, TEXT))
        return column.widgets

    def entries(self) -> Sequence[MenuButton]:
        """To begin, or to go back."""
        return (
            MenuButton("Begin", self._begin, enabled=bool(self.word.strip() and self.rules)),
            MenuButton(
                "Set out on an expedition",
                self._set_out,
                FIVE.format(tell_promise(self.difficulty)),
                self._can_set_out,
            ),
            *(
                MenuButton(f"Go on with “{each.expedition.word}”", partial(self._go_on, each), tell_far(each))
                for each in self._offered
            ),
            MenuButton("Back", self.cancel),
        )

    @property
    def _can_set_out(self) -> bool:
        return bool(self.word.strip() and self.rules) and isinstance(ruleset(self.rules), HasRest)

    @property
    def _same(self) -> OpenExpedition | None:
        """The expedition of the word that is written, if it is under way."""
        return under_way_of(self.word.strip(), self.rules) if self.word.strip() and self.rules else None

    @property
    def _offered(self) -> list[OpenExpedition]:
        """Expeditions that may be gone on with: that of the word, else the one played last."""
        same = self._same
        return self.kept if same is None else [same]

    def _set_out(self) -> None:
        now, same = self.wanted, self._same
        there = SetOut(ExpeditionRequest(now.word, now.rules, now.size, now.difficulty, now.opponent))
        if same is None:
            self.app.go(there)
        else:
            told = f"That of “{same.expedition.word}” is under way: {tell_far(same)}. It would begin anew."
            self.app.go(Sure("Set out anew?", told, lambda: self.app.go(there)))

    def _go_on(self, it: OpenExpedition) -> None:
        self.app.go(OnExpedition(it))

    def _choose(self, name: str, value: str) -> None:
        setattr(self, name, value)
        self.refresh()

    def _type(self, text: str) -> None:
        was, before = bool(self.word.strip()), self._same
        self.word = text
        self.trial.want(self.wanted if text.strip() else None)
        if was != bool(text.strip()) or before != self._same:
            self.refresh()

    def _take(self, drawn: Callable[[], str]) -> None:
        self.word = drawn()
        self.refresh()

    def _begin(self) -> None:
        self.app.go(BeginSkirmish(self.wanted, self.trial.foes))

    @property
    def moving(self) -> bool:
        """As long as something is to come of what was chosen."""
        return self.trial.working or super().moving

    def advance(self, seconds: float) -> None:
        """Draw the battle and let it be fought, beside the window."""
        super().advance(seconds)
        self.trial.advance(seconds)

    def leave(self) -> None:
        """Fight no more."""
        self.trial.stop()


class SquadsScreen(Screen):
    """A list for each side, next to each other. Who lies in ambush for one of the people at the screen is not in it."""

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.match = match = session.match
        self.liveries = liveries_of(match)
        sides = [side.name for side in match.setup.sides if side.name in session.people]
        known = [frozenset(match.ruleset.seen_by(match.board, side)) for side in sides]
        self.shown = [who for who in match.state.combatants if all(who in each for each in known)]

    def layout(self, size: tuple[int, int]) -> None:
        """One column a side."""
        px, sides = self.look.px, self.match.setup.sides
        gap, top = px(16), px(76)
        width = (size[0] - 2 * px(24) - gap * (len(sides) - 1)) // len(sides)
        widgets: list[Widget] = []
        for column, side in enumerate(sides):
            left = px(24) + column * (width + gap)
            colour = self.liveries.word_colour(side.name)
            title = self.liveries.titles[side.name]
            widgets.append(Label(pygame.Rect(left, top, width, px(28)), title, 18, colour, bold=True))
            box = pygame.Rect(left, top + px(34), width, size[1] - top - px(58))
            widgets.append(ListBox(box, self._rows(side.name), lambda _: None, height=px(54)))
        widgets.append(back_button(self, head_dock(self).right(100)))
        self.group.put(widgets, focus=0 if self.group.focus is None else None)

    def _rows(self, side: str) -> list[ListRow]:
        board, rules = self.match.board, self.match.ruleset
        rows = []
        for c in self.match.state.on(side):
            if c.id not in self.shown:
                continue
            standing = rules.standing(board, c.id)
            token = Token(c.id, c.side, c.at, standing)
            bars = [(bar.word, str(bar.full)) for bar in standing.bars]
            pools = [(pool.word, str(pool.left)) for pool in standing.pools]
            gear = [(thing.word, thing.told) for thing in standing.gear]
            facts = ", ".join(f"{label} {value}" for label, value in (*bars, *pools, *gear, *standing.facts))
            rows.append(ListRow(called(standing), facts, self.liveries.portrait(token, self.look.px(44))))
        return rows

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "The squads", self.look.px(16))
        self.group.draw(target, self.look)


LINE, ROW, OFFER, APART = 34, 46, 84, 10
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
        return LINE + self._rows() * ROW + APART + high + (OFFER + APART) * bool(self._offers)

    @property
    def _night(self) -> str:
        """What the company's last rest has brought it; empty if there was none, or it brought nothing."""
        last = self.it.expedition.legs[-1:]
        return f"The night: {'; '.join(last[0].night)}." if last and last[0].night else ""

    def _night_height(self, width: int) -> int:
        """Pixels of the window."""
        lines = len(self.look.wrap(self._night, width, SMALL)) if self._night else 0
        return lines * self.look.line(SMALL) + self.look.px(APART) * bool(lines)

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """How far it has come; the company beside its battles; where one may go."""
        px = self.look.px
        inner = pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), px(LINE))
        tone = GOOD_WORD if self.it.won else TEXT
        widgets: list[Widget] = [Label(inner, self._told(), BODY, tone, centred=True)]
        half = (inner.width - px(APART)) // 2
        lists = pygame.Rect(inner.left, inner.bottom, half, px(ROW) * self._rows())
        widgets.append(ListBox(lists, self._company(), lambda _: None, height=px(ROW)))
        legs = lists.move(half + px(APART), 0)
        widgets.append(ListBox(legs, self._legs(), lambda _: None, height=px(ROW)))
        night = pygame.Rect(inner.left, lists.bottom + px(APART), inner.width, self._night_height(inner.width))
        widgets.append(Label(night, self._night, SMALL, TEXT))
        for at, (file, scenario, foes) in enumerate(self._offers):
            box = pygame.Rect(inner.left + at * (half + px(APART)), night.bottom, half, px(OFFER))
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
