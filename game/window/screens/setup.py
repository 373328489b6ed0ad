"""A battle of one's own: scenario or map, rules and their settings, squads, and who plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from game.files.own_units import own_file, readable_own
from game.files.tiled import Chart
from game.lab.arena import Fought
from game.play.preferences import Draft, keep_preferences
from game.play.quick_battle import is_newcomer, quick_file
from game.play.start import StartRequest
from game.rules.registry import names as installed
from game.rules.registry import ruleset
from game.view.board.map_layers import MapLayers
from game.view.panels.cards import cite
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column, Dock, split_row
from game.view.widgets.progress import draw_running
from game.view.widgets.theme import (
    BAD_WORD,
    BODY,
    LINE,
    NIGHT,
    SIDE_WORDS,
    SMALL,
    TEXT,
    TITLE,
    draw_panel,
)
from game.view.widgets.widget import Button, ChoiceButton, Label, Widget
from game.window.destinations import Begin, Detail, EditMap, OpenMap, Squads
from game.window.loop import App, Screen
from game.window.menu import body_dock, write_heading
from game.window.setting_up import starting
from game.window.setting_up.difficulty import DifficultyChoice
from game.window.setting_up.forecast import WinForecast
from game.window.setting_up.offers import (
    BattleOffer,
    Offers,
    kind,
    listed,
    offered,
    rules_for,
)
from game.window.setting_up.side_rows import SideRows
from game.window.setting_up.starting import draw_starts

DETAIL = "Unit by unit on the map: places, ambushes, what is fought for; to be saved as a scenario"


class SetupScreen(Screen):
    """Battles on the left with a picture, everything else on the right."""

    room = (1024, 576)
    takes_files = True

    def __init__(self, app: App, picked: Path | None = None) -> None:
        """``picked`` is the battle to begin with; else the one that was put together last."""
        super().__init__(app)
        self.paths = offered(app.preferences.scenarios, app.preferences.maps)
        draft = app.preferences.draft if picked is None else Draft(picked.name)
        names = [path.name for path in self.paths]
        self.rules = draft.rules if draft.rules in installed() else starting.favourite(app.preferences)
        # whoever has not chosen yet finds what a quick battle is
        usual = quick_file(self.rules, newcomer=is_newcomer(app.preferences, self.rules))
        likely = (draft.file, usual.name if usual is not None else "")
        self.at = next((names.index(name) for name in likely if name in names), 0)
        if picked is not None and (whole := picked.resolve()) in (known := [path.resolve() for path in self.paths]):
            self.at = known.index(whole)
        if self.paths and (possible := rules_for(self.paths[self.at])) and self.rules not in possible:
            self.rules = possible[0]
        self.sides = SideRows(self.refresh, self._detail)
        self.settings: dict[str, str] = {}
        self.page = 0
        """Which of the settings are shown, where there is no room for all."""
        self._pictures: dict[tuple[int, int], tuple[Chart, pygame.Surface]] = {}
        """By size the picture of a map, and which."""
        self._picture = pygame.Rect(0, 0, 0, 0)
        self._note = pygame.Rect(0, 0, 0, 0)
        self.foretold = WinForecast(self.refresh)
        self.difficulty = DifficultyChoice(self.refresh, self._foretell)
        self._offers = Offers(app.oracle)
        self._last: Draft | None = draft
        """The battle that was put together last, until this one is read."""
        self._fresh = True
        """Whether nothing is chosen yet for the battle that is picked."""
        self._before: tuple[Path, str] | None = None
        """What was picked before, with its rules: giving up leads back there."""
        self._reading = False
        """Whether the battle that is picked is being read."""
        self._clock = 0.0
        self._begin_with_usual()

    def _begin_with_usual(self) -> None:
        """Once the battle that is picked is read, begin with what is usual there; by other rules the same play it."""
        if not self._fresh or self.offer.reading:
            return
        same = self._before is not None and self._before[0] == self.offer.path
        players = self.sides.players if same else {}
        self.sides.usual(self.offer, ruleset(self.rules))
        self.sides.take_up({}, players, ruleset(self.rules))
        if self._last is not None:
            self._take_up(self._last)
        self._fresh, self._last, self._before = False, None, (self.offer.path, self.rules)

    def _take_up(self, draft: Draft) -> None:
        """Go on with the battle that was put together last, as far as there still is what it names."""
        if (draft.file, draft.rules) != (self.paths[self.at].name if self.paths else "", self.rules):
            return
        found = ruleset(self.rules)
        choices = {each.key: tuple(dict(each.choices)) for each in found.settings}
        self.sides.take_up(draft.squads, draft.players, found)
        self.settings = {key: choice for key, choice in draft.settings.items() if choice in choices.get(key, ())}
        changed, known = draft.changed, found.roster(readable_own(found))
        if changed is not None and all(recruit.unit in known for recruit in changed.squad):
            self.difficulty.take_up(changed)

    @property
    def offer(self) -> BattleOffer:
        """The battle that is picked."""
        return self._offers.find(self.paths[self.at], self.rules)

    def _give_up(self) -> None:
        """Read no more of the battle that is picked, and go back to the one before."""
        self._offers.drop()
        if self._before is None or self._before[0] not in self.paths:
            self.app.pop()
            return
        self.at, self.rules = self.paths.index(self._before[0]), self._before[1]
        self._begin_with_usual()
        self.refresh()

    def _look_again(self) -> None:
        """Offer what there is now; the one that was picked stays so."""
        picked = self.paths[self.at] if self.paths else None
        self.paths = offered(self.app.preferences.scenarios, self.app.preferences.maps)
        self.at = self.paths.index(picked) if picked in self.paths else 0
        if picked not in self.paths and self.paths:
            self._pick(self.at)

    def layout(self, size: tuple[int, int]) -> None:
        """Put everything in its place; what was saved meanwhile is offered too."""
        self._offers.settle()
        self._look_again()
        self._begin_with_usual()
        self._reading = self.offer.reading
        look, pitch, body = self.look, self.look.pitch, body_dock(self, 28)
        left = Dock(look, body.left(pixels=size[0] * 45 // 100), 7 if size[1] > look.px(640) else 3)
        right = Dock(look, body.area, 16)
        able = not self.offer.trouble and not self.offer.reading
        rows = [ListRow(listed(path), kind(path)) for path in self.paths]
        box = left.top(pixels=min(left.area.height // 3, pitch(46) * max(len(rows), 1) + 8))
        shelf = ListBox(box, rows, self._pick, chosen=self.at, height=pitch(46), kept="battles")
        shelf.top = (self.at - 2) * pitch(46)
        opening, mending = split_row(left.top(36), left.gap, 1, 1)
        odds, levels, self._note = left.bottom(48), left.bottom(36), left.bottom(76)
        self._picture = left.area
        back, squads, detail, begin = split_row(right.bottom(48), left.gap, 1, 1, 1, 1)
        column = Column(right.area, left.gap, look.px(36))
        rulesets = [(name, ruleset(name).title) for name in sorted(rules_for(self.offer.path))]
        column.put(ChoiceButton(column.box(), "Rules", rulesets, self.rules, self._pick_rules))
        sides = self.sides.fielded(self.offer, ruleset(self.rules))
        fair = able and len(sides) == 2
        self.difficulty.keep_to(self._request(), self.sides.against(sides) if fair else "")
        self.sides.lay(column, look, self.offer, ruleset(self.rules), self.difficulty.changed)
        self._lay_settings(column)
        wanted = self._request()
        self.foretold.keep_to(wanted)
        foretold = self.difficulty.progress(odds, look) or self.foretold.widgets(
            odds, look, sides, wanted, able=able, instead=self.difficulty.told if fair else ""
        )
        self.group.put(
            [
                shelf,
                *self._map_buttons(opening, mending),
                *self.difficulty.buttons(levels, look, able=fair),
                *foretold,
                *column.widgets,
                Button(back, "Back", self.app.pop, shortcut=self.app.keys.shown("cancel")),
                Button(
                    squads, "Look at squads", self._show_squads, enabled=able, tip="Who they are and what they carry"
                ),
                Button(detail, "Set up in detail", self._detail, enabled=able, tip=DETAIL),
                Button(begin, "Begin", self._begin, enabled=able, chosen=able),
            ],
            focus=0 if self.group.focus is None else None,
        )

    def _map_buttons(self, opening: pygame.Rect, mending: pygame.Rect) -> list[Widget]:
        """The ways to maps of one's own, and to what was read in the one that is picked."""
        tip = "A map of your own, drawn in Tiled; it can also be dropped on the window"
        looked = "See what was read in the map, correct it, and keep that"
        able = bool(self.paths) and not self.offer.reading and (self.offer.chart is not None or not self.offer.scenario)
        return [
            Button(opening, "Open a map…", self.leads(OpenMap()), tip=tip),
            Button(mending, "Correct the map", self._correct_map, tip=looked, enabled=able),
        ]

    def _correct_map(self) -> None:
        chart = self.offer.chart
        self.app.go(EditMap(chart.path if chart is not None else self.offer.path))

    def _lay_settings(self, column: Column) -> None:
        """As many settings as there is room for; a button turns to the others."""
        found = ruleset(self.rules)
        if not found.settings:
            return
        heading, turn = column.row(2, 1)
        column.widgets.append(Label(heading, "Settings of the rules", BODY + 1, TITLE, bold=True))
        fitting = max(1, (column.rest().height + column.gap) // (column.high + column.gap))
        pages = -(-len(found.settings) // fitting)
        start = self.page % pages * fitting
        for setting in found.settings[start : start + fitting]:
            value = self.settings.get(setting.key, self.offer.settings.get(setting.key, setting.default))
            tip = ", ".join(cite(found.ledger, number) for number in setting.rules)
            change = partial(self._set, setting.key)
            column.put(ChoiceButton(column.box(), setting.title, setting.choices, value, change, tip=tip))
        if pages > 1:
            column.widgets.append(Button(turn, "More settings", self._turn))

    def _pick(self, index: int) -> None:
        self.at = index
        able = rules_for(self.paths[index])
        if self.rules not in able:
            self.rules, self.settings, self.page = able[0], {}, 0
        self._fresh = True
        self._begin_with_usual()
        self.refresh()

    def _pick_rules(self, name: str) -> None:
        self.rules, self.settings, self.page = name, {}, 0
        self._fresh = True
        self._begin_with_usual()
        self.refresh()

    def _set(self, key: str, choice: str) -> None:
        self.settings[key] = choice
        self.refresh()

    def _turn(self) -> None:
        self.page += 1
        self.refresh()

    def _foretell(self, fought: Sequence[Fought]) -> None:
        """The odds are known by the battles that were fought to find a squad."""
        self.foretold.take_up(self._request(), fought)
        self.refresh()

    def _begin(self) -> None:
        self.app.go(Begin(self._request()))

    def _detail(self, side: str = "") -> None:
        self.app.go(Detail(self._request(), side))

    def _show_squads(self) -> None:
        self.app.go(Squads(self._request()))

    def _request(self) -> StartRequest:
        """The battle as it is chosen."""
        found, offer = ruleset(self.rules), self.offer
        return StartRequest(
            offer.path,
            rules=self.rules,
            squads=self.sides.asked(offer),
            roster=own_file(found) if self.sides.own(offer, found) else None,
            fielded=self.difficulty.fielded,
            difficulty=self.difficulty.reached,
            seats=self.sides.seats(offer, found, asks="ask" in self.settings.values()),
            settings=dict(self.settings),
        )

    def advance(self, seconds: float) -> None:
        """Tooltips wait; the odds come beside the window."""
        self.group.advance(seconds * self.app.tip_pace)
        self.foretold.look()
        self.difficulty.look()
        self._clock += seconds
        if self._reading and self.app.top is self:
            self._offers.settle()
            if not self.offer.reading:
                self.refresh()

    @property
    def moving(self) -> bool:
        """While a tooltip is about to be shown, a battle is read, or the odds are worked out."""
        return self.group.waiting_for_tip or self.foretold.working or self.difficulty.working or self._reading

    def cancel(self) -> None:
        """To the screen below; from a battle that is being read, to the one before."""
        (self._give_up if self._reading else self.app.pop)()

    def leave(self) -> None:
        """Remember what was chosen; nobody waits for the odds any more, nor for a battle to be read."""
        self.foretold.stop()
        self.difficulty.stop()
        self._offers.drop()
        if self._fresh:
            return
        file = self.paths[self.at].name if self.paths else ""
        self.app.preferences.draft = Draft(
            file, self.rules, self.sides.squads, self.sides.players, self.settings, self.difficulty.changed
        )
        keep_preferences(self.app.preferences)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        look = self.look
        target.fill(NIGHT)
        write_heading(target, self, "Custom battle", look.px(16))
        draw_panel(target, self._picture, alpha=255, line=LINE)
        found = self.offer
        if found.chart is not None:
            picture = self._snapshot(found.chart)
            box = picture.get_rect(center=self._picture.center)
            target.blit(picture, box)
            cell = box.width / found.chart.field.width
            sides = zip(found.grounds, found.sides, SIDE_WORDS, strict=False)
            draw_starts(target, look, box, cell, [(ground, side.title, tone) for ground, side, tone in sides if ground])
        elif found.reading:
            draw_running(target, look, self._picture.center, f"Reading {listed(found.path)}", self._clock)
        note, tone = (found.trouble, BAD_WORD) if found.trouble else (found.note, TEXT)
        letters, lines = look.fitting_lines(note, self._note.size, SMALL)
        for number, line in enumerate(lines[: self._note.height // look.line(letters)]):
            top = self._note.top + number * look.line(letters)
            target.blit(look.write(line, letters, tone), (self._note.left, top))
        self.group.draw(target, look)
        self.group.draw_tip(target, look)

    def _snapshot(self, chart: Chart) -> pygame.Surface:
        key = (max(1, self._picture.width - 12), max(1, self._picture.height - 12))
        if key not in self._pictures or self._pictures[key][0] is not chart:
            self._pictures[key] = chart, MapLayers(chart.field, chart.picture).snapshot(*key)
        return self._pictures[key][1]
