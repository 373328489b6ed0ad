"""A fresh battle of a word, and who would fight in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

import pygame

from game.ai import MINDS
from game.files.generate import KINDS, SIZES, USUAL_SIZE
from game.files.scenario import PlayerKind
from game.lab.difficulty import AIMS, USUAL
from game.lab.expedition import (
    ExpeditionRequest,
    OpenExpedition,
    opened,
    set_out,
    tell_far,
    tell_promise,
    under_way,
    under_way_of,
)
from game.lab.skirmish import SKIRMISH_AIMS, SkirmishRequest, fresh_word, weekly_word, with_other_map, with_other_squads
from game.play.seating import told_of
from game.play.session import Session
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasRest
from game.rules.standing import called
from game.scene.scene import Token
from game.view.board.tokens import liveries_of
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Dock, split_row
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BODY, NIGHT, SMALL, TEXT
from game.view.widgets.widget import Button, ChoiceButton, Label, Widget
from game.window.destinations import BeginSkirmish, OnExpedition, Sure, Travel
from game.window.loop import App, Screen
from game.window.menu import MARGIN, MenuButton, MenuScreen, back_button, body_dock, head_dock, write_heading
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

WAY = "A company’s way over a map of places: wounds and gear go along, and who falls stays fallen; {}"


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
        column = Dock(self.look, rect, edge=(MARGIN, 62)).column(GAP, HIGH)
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
            Label(named.move(0, self.look.px(8)), "Word", BODY, TEXT),
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
                WAY.format(tell_promise(self.difficulty)),
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
    def _expedition_of_word(self) -> OpenExpedition | None:
        """The expedition of the word that is written, if it is under way."""
        return under_way_of(self.word.strip(), self.rules) if self.word.strip() and self.rules else None

    @property
    def _offered(self) -> list[OpenExpedition]:
        """Expeditions that may be gone on with: that of the word, else the one played last."""
        same = self._expedition_of_word
        return self.kept if same is None else [same]

    def _set_out(self) -> None:
        now, same = self.wanted, self._expedition_of_word
        wanted = ExpeditionRequest(now.word, now.rules, now.size, now.difficulty, now.opponent)
        there = Travel(f"Making the places of “{now.word}”", partial(set_out, wanted))
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
        was, before = bool(self.word.strip()), self._expedition_of_word
        self.word = text
        self.trial.want(self.wanted if text.strip() else None)
        if was != bool(text.strip()) or before != self._expedition_of_word:
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
        look, sides = self.look, self.match.setup.sides
        places = split_row(body_dock(self).area, look.px(16), *[1] * len(sides))
        widgets: list[Widget] = []
        for side, place in zip(sides, places, strict=True):
            column, colour = Dock(look, place, 6), self.liveries.word_colour(side.name)
            widgets.append(Label(column.top(28), self.liveries.titles[side.name], 18, colour, bold=True))
            widgets.append(ListBox(column.area, self._rows(side.name), lambda _: None, height=look.px(54)))
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
