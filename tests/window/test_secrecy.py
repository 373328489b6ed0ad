"""What a seat may not know leaves no trace on its screen: two windows, told apart only by the one in hiding.

Both are driven by the same hands, frame by frame; pictures are compared byte for byte, and so are log, sounds,
options, portraits, tips and notices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

import pygame
import pytest

from game.ai import opponent
from game.ai.scoring import ConsideredOptions
from game.play.dice import SeededDice
from game.play.folders import state_folder
from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.rules.dice import sides_of
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Roll, Seat
from game.rules.registry import ruleset
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.spatial.field import Cell, Field, Spawn, Terrain, Zone
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.window import open_app

PLAN = """
................
................
......##........
......#.........
................
................
...........#####
...........#....
................
...........#....
"""
"""A corner to lie in wait behind at 7,3, and a dark room at the lower right with one way in, at 11,8."""

LURKER = Recruit("goblin", "", (7, 3), hidden=True)
OBJECTIVES = (Objective("hold", "party", ((0, 9),), 9), Objective("protect", "foe", rounds=9, who="goblin 1"))
"""Ground where nobody goes, and the one who lies in wait."""
FOES = (Recruit("skeletal-warrior", "", (12, 3)), Recruit("skeletal-archer", "", (14, 4)))

DRAW = App.draw

Orders = dict[str, list[str]]
"""What a foe does: the first of these keys that its question offers, each used once."""


def field(*, dark: bool = False) -> Field:
    """The plan as a map."""
    rows = PLAN.split()
    wall = Terrain("wall", blocks_move=True, blocks_sight=True)
    room = tuple((x, y) for y in range(7, 10) for x in range(12, 16))
    return Field(
        len(rows[0]),
        len(rows),
        (Terrain(), wall),
        tuple(int(sign == "#") for row in rows for sign in row),
        zones=(Zone("store", "Dark store", room, dark=True),) if dark else (),
        spawns=(Spawn("west", "party", ((0, 0), (0, 1))), Spawn("east", "foe", ((15, 0), (15, 1)))),
    )


def battle(*foes: Recruit, dark: bool = False) -> Setup:
    """Two of the party against these."""
    party = (Recruit("annora", "", (2, 4)), Recruit("colette", "", (1, 2)))
    return Setup(
        "sovereign",
        field(dark=dark),
        (SideSetup("party", party, "The party", party=True), SideSetup("foe", foes, "Foes")),
        objectives=OBJECTIVES,
    )


class Puppet:
    """An opponent whose members do as they are told, and nothing else."""

    reason = "as told"
    considered = ConsideredOptions()

    def glance(self, match: AnyMatch, question: Choose[Any]) -> ConsideredOptions:
        """It weighs nothing."""
        return ConsideredOptions()

    def __init__(self, orders: Orders) -> None:
        self.orders = {who: list(keys) for who, keys in orders.items()}

    def answer(self, match: AnyMatch, question: Choose[Any]) -> Answer:
        """The next order that can be carried out; else whoever hides is picked first, and the turn is ended."""
        keys = list(question.options.all_keys())
        for key in self.orders.get(str(question.who), []):
            if key in keys:
                self.orders[str(question.who)].remove(key)
                return key
        if question.kind == "pick":
            known = match.ruleset.seen_by(match.board, "party")
            members = [key for key in keys if key in match.state.combatants]
            return next((key for key in members if key not in known), next(iter(members), keys[0]))
        return next((key for key in ("done", "end", question.idle) if key in keys), keys[-1])


class Muser(Puppet):
    """One that does as it is told, and has thought about it like any other."""

    def __init__(self, seat: Seat, orders: Orders) -> None:
        super().__init__(orders)
        self._mind = opponent("instinct", seat)

    def answer(self, match: AnyMatch, question: Choose[Any]) -> Answer:
        """The order, after all has been weighed."""
        self._mind.answer(match, question)
        self.considered = self._mind.considered
        return super().answer(match, question)

    def glance(self, match: AnyMatch, question: Choose[Any]) -> ConsideredOptions:
        """What it would weigh in another battle."""
        return self._mind.glance(match, question)


class Twins:
    """Two windows under the same hands."""

    def __init__(self, one: Pilot, other: Pilot) -> None:
        self.pilots = (one, other)
        self.seat: str | None = None
        """Whose screen is compared; None: whoever looks."""

    def each(self, what: str, act: Callable[[Pilot], object]) -> None:
        """Do something in both and compare what is to be seen."""
        for pilot in self.pilots:
            act(pilot)
        self.compare(what)

    def compare(self, what: str) -> None:
        """Fail unless both show and tell the same."""
        one, other = map(_told, self.pilots)
        for key in one:
            assert one[key] == other[key], f"after {what}: {key} differs"
        one_shot, other_shot = map(_shot, self.pilots)
        if one_shot != other_shot:
            where = _difference(*(pilot.app.surface for pilot in self.pilots))
            pytest.fail(f"after {what}: pixels differ in {where}")

    def play(self, frames: int) -> None:
        """Let frames pass, comparing each."""
        for frame in range(frames):
            self.each(f"frame {frame}", lambda pilot: pilot.step())

    def until_asked(self) -> Choose[Any] | None:
        """Let frames pass, comparing each, until both are asked; gives the question."""
        for frame in range(3000):
            if all(not pilot.at_battle or pilot.battle.choosing for pilot in self.pilots):
                asked = [pilot.asked if pilot.at_battle else None for pilot in self.pilots]
                return asked[0]
            self.each(f"frame {frame} of waiting", lambda pilot: pilot.step())
        raise AssertionError("nobody is asked")

    def look_round(self, cells: list[Cell]) -> None:
        """Rest the pointer on cells, so that ways, sight lines, odds and cards are shown."""
        for cell in cells:
            self.each(f"pointing at {cell}", lambda pilot, cell=cell: (pilot.point_cell(cell), pilot.step(3)))  # type: ignore[misc]

    def look_at_everything(self, cells: list[Cell]) -> None:
        """Everything a question offers: the cells, each verb with them, the list of what can't be done, portraits."""
        self.look_round(cells)
        first = self.pilots[0].battle
        drawers = first.choosing.drawers if first.choosing is not None else ()
        for drawer in drawers:
            self.each(f"drawer {drawer.name}", lambda pilot, name=drawer.name: pilot.press_control(name))  # type: ignore[misc]
            self.each(f"drawer {drawer.name} closed", lambda pilot, name=drawer.name: pilot.press_control(name))  # type: ignore[misc]
        rows = [(drawer.name, row) for drawer in drawers for row in drawer.rows if row.verb is not None]
        for name, row in [(name, row) for name, row in rows if row.verb and row.verb.aimed and not row.verb.lone][:8]:
            keys = (name, f"row {row.digit}")
            self.each(
                f"verb {row.title}",
                lambda pilot, keys=keys: [pilot.press_control(key) for key in keys],  # type: ignore[misc]
            )
            self.look_round(cells[:4])
            if first.prompt is not None:
                self.each("leaving the list", lambda pilot: pilot.press("escape"))
            if first.choosing is not None and first.choosing.verb is not None:
                self.each("leaving the verb", lambda pilot: pilot.press("escape"))
        if first.choosing is not None and first.choosing.question.refused is not None:
            self.each("reasons", lambda pilot: pilot.click_button("Why not?"))
            self.each("back", lambda pilot: pilot.press("escape"))
        for key in ("v", "z", "g", "x"):
            self.each(f"view {key}", lambda pilot, key=key: (pilot.press(key), pilot.step(3)))  # type: ignore[misc]
            self.each(f"view {key} off", lambda pilot, key=key: pilot.press(key))  # type: ignore[misc]
        self.each("names", lambda pilot: setattr(pilot.battle, "names", True))
        self.each("no names", lambda pilot: setattr(pilot.battle, "names", False))
        for box, side in list(first.panels.tracker.lines):
            self.each(f"what {side} is after", lambda pilot, box=box: (pilot.point(box.center), pilot.step(3)))  # type: ignore[misc]
        for box, who in list(first.panels.turns._places):
            self.each(f"the portrait of {who}", lambda pilot, box=box: (pilot.point(box.center), pilot.step(15)))  # type: ignore[misc]
            self.each(f"everything about {who}", lambda pilot, box=box: pilot.click(box.center, button=3))  # type: ignore[misc]
            if not all(pilot.at_battle for pilot in self.pilots):
                self.each(f"back from {who}", lambda pilot: pilot.press("escape"))
        self.each("looking for somebody", lambda pilot: (pilot.press("ctrl+f"), pilot.type("goblin")))  # type: ignore[func-returns-value]
        for key in ("tab", "tab", "tab", "tab", "right", "tab", "right", "right", "escape", "j", "j"):
            self.each(f"{key} in the log", lambda pilot, key=key: pilot.press(key))  # type: ignore[misc]


def _shot(pilot: Pilot) -> bytes:
    """The picture as it would be shown."""
    DRAW(pilot.app)
    return pygame.image.tobytes(pilot.app.surface, "RGB")


def _told(pilot: Pilot) -> dict[str, object]:
    """Everything a person at the screen could read or hear."""
    shown = pilot.battle
    choosing = shown.choosing
    told: dict[str, object] = {
        "screen": type(pilot.app.top).__name__,
        "sounds": list(pilot.app.sounds.heard),
        "buttons": pilot.buttons(),
        "notice": pilot.app.notice,
    }
    if not pilot.at_battle and pilot.app.top.covers:
        return told
    return told | {
        "text": pilot.text(),
        "log": [entry.line.text for entry in shown.view.scene.log],
        "places": [entry.at for entry in shown.view.scene.log],
        "tips": [widget.tip for widget in shown.panels.bar.widgets],
        "portraits": [who for _, who in shown.panels.turns._places],
        "pursuits": shown.view.scene.objective_progress_by_side(),
        "order": shown.view.scene.order(),
        "options": [(option.key, option.label) for option in choosing.question.options] if choosing else [],
        "reasons": [(no.label, no.why) for no in choosing.question.refusals()] if choosing else [],
    }


def _difference(a: pygame.Surface, b: pygame.Surface) -> pygame.Rect:
    mask = pygame.mask.from_threshold(a, (0, 0, 0), (1, 1, 1, 255), b)
    mask.invert()
    boxes = mask.get_bounding_rects()
    return boxes[0].unionall(boxes[1:]) if boxes else a.get_rect()


def faces(self: SeededDice, match: AnyMatch, question: Any) -> tuple[int, ...]:
    """Dice by what is rolled for and when, so that a roll more that nobody may know of moves no other."""
    assert isinstance(question, Roll)
    lot = crc32(f"{question.why} {match.ruleset.round_of(match.state)}".encode())
    return tuple(1 + (lot >> 3 * place) % sides for place, sides in enumerate(sides_of(question.dice)))


@pytest.fixture
def twins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Twins]]:
    """Open two battles side by side: ``twins(setup, other, orders=…, others=…, foe=HUMAN)``."""
    apps: list[App] = []

    monkeypatch.setattr(SeededDice, "answer", faces)
    monkeypatch.setattr(App, "draw", lambda app: None)  # drawn when it is compared: drawing changes nothing else

    def one(setup: Setup, orders: Orders, players: dict[str, Player], name: str) -> Pilot:
        monkeypatch.setattr("game.play.session.opponent", lambda level, seat: Puppet(orders))
        match = Match.begin(ruleset(setup.ruleset), setup)
        seats = {Seat(side.name): players.get(side.name, Player("ai", "instinct")) for side in setup.sides}
        session = Session(match, seats, 5, "seeded", state_folder("autosaves") / f"{name}.save")
        for seat in seats:
            session.opponent(seat)
        app = open_app(Preferences(speed=8.0, hints=False, warn_end=False, reactions="ask"), (1024, 640))
        apps.append(app)
        app.push(BattleScreen(app, session, None))
        return Pilot(app)

    def both(
        setup: Setup, other: Setup, *, orders: Orders | None = None, others: Orders | None = None, **players: Player
    ) -> Twins:
        players = players or {"party": HUMAN}
        told = orders or {}
        return Twins(one(setup, told, players, "one"), one(other, told if others is None else others, players, "two"))

    yield both
    for app in apps:
        app.window.destroy()


ELSEWHERE = {
    "another unit": (*FOES, Recruit("bugbear", "", (7, 3), hidden=True)),
    "a bigger unit": (*FOES, Recruit("ogre", "", (13, 8), hidden=True)),
    "another cell": (*FOES, Recruit("goblin", "", (15, 9), hidden=True)),
    "nobody": FOES,
    "one of a kind that is known": (*FOES, Recruit("skeletal-warrior", "", (7, 3), hidden=True)),
    "the first of a kind that is known": (Recruit("skeletal-warrior", "", (7, 3), hidden=True), *FOES),
}

BY_DAY = ("nobody",)
"""Those that every run plays; the others are played at night."""

ELSEWHERES = [name if name in BY_DAY else pytest.param(name, marks=pytest.mark.nightly) for name in ELSEWHERE]
NEAR: list[Cell] = [(7, 3), (6, 4), (12, 3), (14, 4), (13, 8), (2, 4), (6, 2)]


def answer(pair: Twins, question: Choose[Any], *wanted: str) -> str:
    """Give the first of the wanted answers that is offered, else end the turn; gives it."""
    keys = list(question.options.all_keys())
    key = next((key for key in [*wanted, "done"] if key in keys), keys[0])
    matches = [pilot.battle.session.match for pilot in pair.pilots]
    before = [len(match.history) for match in matches]
    pair.each(f"answering {key}", lambda pilot: pilot.choose(key))
    assert all(len(match.history) > count for match, count in zip(matches, before, strict=True))
    return key


def in_hiding(pilot: Pilot) -> list[str]:
    """Whom the party does not know of."""
    match = pilot.battle.session.match
    known = match.ruleset.seen_by(match.board, "party")
    return [who for who in match.state.combatants if who not in known]


@pytest.mark.parametrize("name", ELSEWHERES)
def test_one_in_ambush_leaves_no_trace(twins: Callable[..., Twins], name: str) -> None:
    """Two rounds: everything is looked at, a walk, the foes' turns frame by frame."""
    pair = twins(battle(*FOES, LURKER), battle(*ELSEWHERE[name]), orders={"skeletal-warrior-1": ["run 10,4"]})
    pair.compare("opening")
    looked = 0
    while pair.pilots[0].battle.scene.round < 3:
        question = pair.until_asked()
        assert question is not None
        if question.kind == "act" and looked < 2:
            pair.look_at_everything(NEAR)
            looked += 1
        answer(pair, question, "run 3,2", "shoot skeletal-archer-1 small-bow", "run 4,2")
    assert in_hiding(pair.pilots[0]) == ["goblin-1"]
    assert len(in_hiding(pair.pilots[1])) == (name != "nobody")


@pytest.mark.parametrize("name", ELSEWHERES)
def test_why_is_told_without_a_trace_of_one_in_ambush(twins: Callable[..., Twins], name: str) -> None:
    """Foes that have weighed who lies beside them are asked why, line by line of the log."""
    pair = twins(battle(*FOES, LURKER), battle(*ELSEWHERE[name]))
    for pilot in pair.pilots:
        session = pilot.battle.session
        minds: Any = {key: Muser(key[0], {"skeletal-warrior-1": ["run 10,4"]}) for key in session._opponents}
        session._opponents = minds
    asked = 0
    while pair.pilots[0].battle.scene.round < 2:
        question = pair.until_asked()
        assert question is not None
        for box, _ in list(pair.pilots[0].battle.panels.log.rows):
            pair.each("the mark", lambda pilot, box=box: pilot.point(box.center))  # type: ignore[misc]
            pair.each("why", lambda pilot: pilot.press("w"))
            asked += not pair.pilots[0].at_battle
            if not pair.pilots[0].at_battle:
                pair.each("back", lambda pilot: pilot.press("escape"))
        answer(pair, question, "run 3,2")
    assert asked > 2
    assert in_hiding(pair.pilots[0]) == ["goblin-1"]
    weighed = [
        [each.considered for each in pilot.battle.session.doings._made if each.mind is not None and each.who]
        for pilot in pair.pilots
    ]
    assert weighed[0] != weighed[1]  # or there would be nothing to keep


def test_one_lost_in_the_dark_leaves_no_trace(twins: Callable[..., Twins]) -> None:
    """It is seen to walk into the dark room; where in there it goes, and comes to stand, is not."""
    ways: tuple[Orders, Orders] = (
        {"skeletal-warrior-1": ["run 12,8", "run 15,9", "run 13,7"]},
        {"skeletal-warrior-1": ["run 12,8", "run 13,9", "run 15,8"]},
    )
    setup = battle(Recruit("skeletal-warrior", "", (9, 7)), FOES[1], dark=True)
    pair = twins(setup, setup, orders=ways[0], others=ways[1])
    looked = 0
    while pair.pilots[0].battle.scene.round < 4:
        question = pair.until_asked()
        assert question is not None
        if question.kind == "act" and in_hiding(pair.pilots[0]) and looked < 2:
            pair.look_at_everything([(15, 9), (13, 9), (13, 7), (15, 8), (12, 8), (11, 8), (14, 4)])
            looked += 1
        answer(pair, question, "run 4,4")
    places = [pilot.battle.session.match.state.combatants for pilot in pair.pilots]
    assert places[0]["skeletal-warrior-1"].at != places[1]["skeletal-warrior-1"].at  # type: ignore[index]
    assert in_hiding(pair.pilots[0]) == in_hiding(pair.pilots[1]) == ["skeletal-warrior-1"]


def test_whose_secret_it_is_sees_it(twins: Callable[..., Twins]) -> None:
    """The comparison itself is sharp: from the ambushers' seat the two battles look different."""
    pair = twins(battle(*FOES, LURKER), battle(*ELSEWHERE["another cell"]), foe=HUMAN)
    with pytest.raises(AssertionError, match="differs"):
        pair.compare("opening")
    one, other = (_shot(pilot) for pilot in pair.pilots)
    assert one != other
