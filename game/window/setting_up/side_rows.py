"""The sides of a battle that is set up: the squad of each, who plays it, and the rows in which that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from game.ai import LEVELS, USUAL_LEVEL
from game.files.own_units import readable_own
from game.files.scenario import drawn_sides
from game.lab.difficulty import other_side
from game.play.preferences import ChangedSquad
from game.play.seating import HUMAN, PERSON, Player, SeatRequest, offered_players, told_of
from game.play.squads import members, ready_squads
from game.rules.questions import REFEREE
from game.rules.ruleset import AnyRuleset
from game.view.widgets.layout import Column
from game.view.widgets.theme import BODY, FAINT, SMALL, TITLE, Typography
from game.view.widgets.widget import Button, ChoiceButton, Label
from game.window.setting_up.offers import BattleOffer, OfferedSide

MOST_OTHERS = 2
"""Sides besides the first two for which there is room; with more of them, set up in detail."""


class SideRows:
    """What is chosen for the sides of the battle that is offered."""

    def __init__(self, again: Callable[[], object], detail: Callable[[str], object]) -> None:
        """``again``: something else is chosen; ``detail``: a side is to be put together unit by unit."""
        self._again, self._detail = again, detail
        self.squads: dict[str, str] = {}
        """By side; nothing for what the map or scenario says."""
        self.players: dict[str, str] = {}

    def usual(self, offer: BattleOffer, rules: AnyRuleset) -> None:
        """Players and squads as the battle has them; on a bare map the first side is a person's."""
        self.players = {
            side.name: side.plays or (PERSON if index == 0 else USUAL_LEVEL) for index, side in enumerate(offer.sides)
        }
        self.squads = {side.name: "" for side in offer.sides}
        parties = list(rules.parties())
        if parties and not offer.scenario and offer.sides:
            self.squads[offer.sides[0].name] = parties[0]

    def take_up(self, squads: Mapping[str, str], players: Mapping[str, str], rules: AnyRuleset) -> None:
        """Choose what was chosen another time, as far as there still is what it names."""
        ready, levels = ("", *rules.parties(readable_own(rules))), (PERSON, *LEVELS)
        self.squads |= {side: key for side, key in squads.items() if side in self.squads and key in ready}
        self.players |= {side: who for side, who in players.items() if side in self.players and who in levels}

    # -- what comes of it

    def fielded(self, offer: BattleOffer, rules: AnyRuleset) -> list[OfferedSide]:
        """The sides that would fight: of those besides the first two, who has a squad or is named by the map."""
        drawn = drawn_sides(offer.chart.field, rules) if offer.chart is not None and not offer.scenario else frozenset()
        return [
            side
            for number, side in enumerate(offer.sides)
            if offer.scenario or number < 2 or side.name in drawn or self.squads.get(side.name)
        ]

    def against(self, sides: Sequence[OfferedSide]) -> str:
        """Of two sides the one that a person has against them; the second if persons play both, or none does."""
        persons = [side for side, who in self.players.items() if who == PERSON]
        return other_side([side.name for side in sides], persons)

    def asked(self, offer: BattleOffer) -> tuple[str, ...]:
        """The squads as a battle is asked for with them; none where nothing but what is usual is chosen."""
        chosen = [] if offer.scenario else [self.squads.get(side.name, "") for side in offer.sides]
        while chosen and not chosen[-1]:
            del chosen[-1]
        return tuple(chosen)

    def own(self, offer: BattleOffer, rules: AnyRuleset) -> bool:
        """Whether a squad of the player's own is among them."""
        return any(key and key not in rules.parties() for key in self.asked(offer))

    def seats(self, offer: BattleOffer, rules: AnyRuleset, *, asks: bool) -> tuple[SeatRequest, ...]:
        """Who sits where; ``asks``: the referee is a person, if one plays."""
        playing = {side.name: self.players[side.name] for side in self.fielded(offer, rules)}
        seats = [SeatRequest(HUMAN if who == PERSON else Player("ai", who), side) for side, who in playing.items()]
        if asks and PERSON in playing.values():
            seats.append(SeatRequest(HUMAN, REFEREE))
        return tuple(seats)

    # -- rows

    def lay(
        self, column: Column, look: Typography, offer: BattleOffer, rules: AnyRuleset, changed: ChangedSquad | None
    ) -> None:
        """Rows for every side; ``changed``: a squad that stands in the place of another."""
        for number, side in enumerate(offer.sides):
            if offer.scenario or number < 2:
                self._lay(column, look, offer, side, rules, changed)
            elif number < 2 + MOST_OTHERS:
                self._lay_other(column, offer, side, rules)

    def _lay(
        self,
        column: Column,
        look: Typography,
        offer: BattleOffer,
        side: OfferedSide,
        rules: AnyRuleset,
        changed: ChangedSquad | None,
    ) -> None:
        px = look.px
        column.put(Label(column.box(px(24)), side.title, BODY + 1, TITLE, bold=True))
        told = side.members
        if not offer.scenario:
            known = rules.parties(readable_own(rules))
            chosen = self.squads.get(side.name, "")
            listed, detail = column.row(4, 1)
            squads = [("", "As the map says"), *ready_squads(rules, known)]
            column.widgets.append(ChoiceButton(listed, "Squad", squads, chosen, partial(self._squad, side.name)))
            tip = "Put it together unit by unit, yours among them; it can be kept as a squad of your own"
            column.widgets.append(Button(detail, "Change…", partial(self._detail, side.name), tip=tip, size=SMALL))
            squad = known.get(chosen)
            told = (
                members(squad, rules, readable_own(rules))
                if squad is not None
                else "whoever the map's spawns name, else a ready squad"
            )
        if changed is not None and changed.side == side.name:
            whole = members(changed.squad, rules, readable_own(rules))
            told = f"{changed.change[:1].upper()}{changed.change[1:]}: {whole}"
        shown = look.wrap(told, column.area.width - 8, SMALL)[:2]
        height = len(shown) * look.line(SMALL)
        column.put(Label(column.box(height).move(4, -px(4)), "\n".join(shown), SMALL, FAINT))
        column.put(self._seat(column.box(), "Played by", side.name, rules))

    def _lay_other(self, column: Column, offer: BattleOffer, side: OfferedSide, rules: AnyRuleset) -> None:
        """A side that starts on the map too: nobody, unless somebody is chosen or named there."""
        drawn = side in self.fielded(offer, rules) and not self.squads.get(side.name)
        usual = ("", "As the map says" if drawn else "Nobody")
        squads = [usual, *ready_squads(rules, rules.parties(readable_own(rules)))]
        chosen = self.squads.get(side.name, "")
        squad, who = column.row(3, 2)
        column.widgets.append(ChoiceButton(squad, side.title, squads, chosen, partial(self._squad, side.name)))
        if drawn or chosen:
            column.widgets.append(self._seat(who, "", side.name, rules))

    def _seat(self, box: pygame.Rect, text: str, side: str, rules: AnyRuleset) -> ChoiceButton:
        player = self.players.get(side, USUAL_LEVEL)
        return ChoiceButton(
            box, text, offered_players(), player, partial(self._player, side), tip=told_of(player, rules)
        )

    def _squad(self, side: str, key: str) -> None:
        self.squads[side] = key
        self._again()

    def _player(self, side: str, key: str) -> None:
        self.players[side] = key
