"""A fresh battle of a word: the game, the map's kind and size, how difficult it is, and one button to begin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.ai import MINDS
from game.files.generate import KINDS, SIZES
from game.files.scenario import PlayerKind
from game.lab.difficulty import AIMS
from game.lab.skirmish import USUAL_SIZE, SkirmishRequest, fresh_word
from game.rules.registry import names, ruleset
from game.view.widgets.columns import Column
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BODY, SMALL, TEXT
from game.view.widgets.widget import Button, ChoiceButton, Label, Widget
from game.window.destinations import BeginSkirmish
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen
from game.window.setting_up import starting

ROWS = 7
"""Rows of choices between title and buttons."""

HIGH, GAP = 40, 8
"""Of the design: a row, and what parts it from the next."""

ABOUT = "The same word makes the same map and squads on every computer: give it to a friend."


class SkirmishScreen(MenuScreen):
    """What is chosen stays; what is not follows from the word."""

    title = "Skirmish"
    width = 600

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.rules = starting.favourite(app.preferences)
        self.word = fresh_word()
        self.kind, self.size, self.difficulty = "", USUAL_SIZE, ""
        self.opponent: PlayerKind = "instinct"

    def extra(self) -> int:
        """Room for the choices."""
        return ROWS * (HIGH + GAP)

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The choices, and the word with a button for another."""
        px = self.look.px
        column = Column(pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), 0), px(GAP), px(HIGH))
        games = [(name, ruleset(name).title) for name in names()]
        kinds = [("", "As the word has it"), *((key, kind.title) for key, kind in KINDS.items())]
        levels = [("", "By the squads’ worth"), *((key, key.capitalize()) for key in AIMS)]
        tip = "Anything but the squads’ worth is found by quick battles, which takes a while"
        for name, text, choices, said in (
            ("rules", "Game", games, ""),
            ("kind", "Map", kinds, ""),
            ("size", "Size", [(key, f"{key.capitalize()}, {x} x {y}") for key, (x, y) in SIZES.items()], ""),
            ("difficulty", "Difficulty", levels, tip),
            ("opponent", "Opponent", [(key, mind.name) for key, mind in MINDS.items()], MINDS[self.opponent].does),
        ):
            column.put(
                ChoiceButton(column.box(), text, choices, getattr(self, name), partial(self._choose, name), tip=said)
            )
        named, typed, again = column.row(2, 5, 3)
        label = Label(named.move(0, px(8)), "Word", BODY, TEXT)
        field = TextField(typed, self.word, self._type, hint="Any word", tip=ABOUT)
        drawn = Button(again, "Draw another", self._other_word)
        told = Label(
            pygame.Rect(rect.left + px(20), again.bottom + px(GAP), rect.width - px(40), px(HIGH)), ABOUT, SMALL, TEXT
        )
        return [*column.widgets, label, field, drawn, told]

    def entries(self) -> Sequence[MenuButton]:
        """To begin, or to go back."""
        return (
            MenuButton("Begin", self._begin, enabled=bool(self.word.strip() and self.rules)),
            MenuButton("Back", self.cancel),
        )

    def _choose(self, name: str, value: str) -> None:
        setattr(self, name, value)
        self._again()

    def _type(self, text: str) -> None:
        was, self.word = bool(self.word.strip()), text
        if was != bool(text.strip()):
            self._again()

    def _other_word(self) -> None:
        self.word = fresh_word()
        self._again()

    def _again(self) -> None:
        self.layout(self.app.surface.get_size())

    def _begin(self) -> None:
        wanted = SkirmishRequest(self.word.strip(), self.rules, self.kind, self.size, self.opponent)
        self.app.go(BeginSkirmish(wanted, self.difficulty))
