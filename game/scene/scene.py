"""Battle as one pair of eyes knows it, as plain data: what the board shows now, and the log so far.

Nothing here draws. The scene takes events one by one and changes with nothing else; who is not known to the viewer is
not in it at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from game.rules.events import (
    ActionEvent,
    Appeared,
    Cause,
    Changed,
    Check,
    EdgeChanged,
    Event,
    Exchange,
    Flight,
    HealthEvent,
    Id,
    Left,
    Moved,
    NoticeEvent,
    TargetedEvent,
    Vanished,
)
from game.rules.ruleset import AnyRuleset, Band, HasRanges, LogLine, ObjectiveProgress, light_for, progress_of
from game.rules.setup import Setup, laid_out
from game.rules.standing import Slot, Standing, called
from game.rules.state import AnyState, State, Thing
from game.rules.table import AnyBoard, Board
from game.scene.board_geometry import Placement, Pointed, Spot, board_geometry
from game.scene.event_feed import Snapshot, VisibleEvent
from game.scene.open_attacks import OpenAttacks
from game.scene.token_layout import NOWHERE, TokenFootprint, TokenLayout, stance
from game.spatial.field import Cell, footprint
from game.spatial.places import Place
from game.spatial.space import Space

LogKind = Literal["heading", "attack", "harm", "movement", "condition", "test", "courage", "deed", "rest"]
"""heading: a stretch of the battle, which stands over whatever is read. attack: what is done to somebody, or flies.
harm: what is lost, won back, and who falls. condition: what befalls somebody. test: dice that decide whether somebody
succeeds. courage: it fails. deed: what else is done, reactions among it.
"""

KINDS: dict[LogKind, str] = {
    "attack": "attacks",
    "harm": "harm and falls",
    "movement": "movement",
    "condition": "conditions",
    "test": "tests",
    "courage": "courage",
    "deed": "other deeds",
}
"""Those that one may ask for, in words."""


def kind_of(event: Event, line: LogLine) -> LogKind:
    """Kind of an event, told in a line of the log."""
    match event:
        case Moved() | Left() | Appeared() | Vanished() | EdgeChanged():
            return "movement"
        case TargetedEvent() | Flight():
            return "attack"
        case HealthEvent() | Cause():
            return "harm"
        case NoticeEvent() if event.notice().noise == "dismay":
            return "courage"
        case ActionEvent() if event.noise == "dismay":
            return "courage"
        case NoticeEvent():
            return "condition"
        case Check():
            return "test"
        case ActionEvent() | Exchange():
            return "deed"
        case _:
            return "rest" if line.depth else "heading"


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the board."""

    id: Id
    side: str
    place: Place
    """Where the rules have it."""
    standing: Standing
    placement: Placement = NOWHERE
    """Where it is drawn on the board, if it is."""
    extent: float = field(init=False, compare=False)
    """How large it is drawn, in cells."""
    middle: Spot = field(init=False, compare=False)
    """The middle of its picture."""

    def __post_init__(self) -> None:
        """Every picture reads both several times."""
        extent, (x, y) = self.standing.size * self.placement.scale, self.placement.spot
        object.__setattr__(self, "extent", extent)
        object.__setattr__(self, "middle", (x + extent / 2, y + extent / 2))

    @property
    def at(self) -> Cell:
        """The cell it stands on; of a large body the top left one."""
        return self.placement.cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it covers."""
        return footprint(self.at, self.standing.size)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log, and the cell it happened at."""

    line: LogLine
    at: Cell | None
    name: str = ""
    side: str = ""
    """Whom it is about, and whose that one is: kept, as those who leave the board are still told of."""
    event: int = -1
    """The number of the event that it tells of, in ``Match.events``; -1 if that is not known."""
    kind: LogKind = "rest"
    target: Id | None = None
    """To whom it is done, if it is done to somebody."""


class Scene:
    """The board and the log as one viewer knows them."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        setup: Setup,
        ground: Space,
        state: AnyState,
        known: Collection[Id],
        layout: TokenLayout | None = None,
    ) -> None:
        """``state`` may hold more than is known; only ``known`` combatants are shown."""
        self.ruleset = ruleset
        self.setup = setup
        self.ground = ground
        self.log: list[LogEntry] = []
        self._layout = layout or TokenLayout(board_geometry(ruleset.places, ground))
        self.where = self._layout.where
        self._known = dict.fromkeys(who for who in state.combatants if who in known)
        self._told: Snapshot | None = None
        """Snapshot after the event that was taken last, with all that its witnesses know."""
        self._now = Snapshot(ruleset, Board(self._masked(state), setup, ground))
        self.attacks = OpenAttacks()
        """Attacks under way: declared, and not yet seen to its end."""
        self._laid = laid_out(setup.field)
        self._tokens: dict[Id, Token] | None = None
        self._would: dict[tuple[Id, Place], Token] = {}
        self._light: dict[str | None, int | None] = {}
        self._ranges: dict[tuple[Id, str], Sequence[Band[Place]]] = {}
        self._stand()

    def copy(self) -> Scene:
        """A scene that goes its own way from here."""
        layout = self._layout.copy()
        twin = Scene(self.ruleset, self.setup, self.ground, self.state, tuple(self._known), layout)
        twin.log, twin.attacks = list(self.log), self.attacks
        return twin

    @property
    def board(self) -> AnyBoard:
        """The battle as the viewer knows it."""
        return self._now.board

    @property
    def state(self) -> AnyState:
        """Combatants as the viewer knows them."""
        return self._now.state

    @property
    def tokens(self) -> dict[Id, Token]:
        """Tokens on the board, by id, in the order they joined."""
        if self._tokens is None:
            self._tokens = {
                who: Token(who, c.side, c.at, self._now.standing(who), self._layout[who])
                for who, c in self.state.combatants.items()
            }
        return self._tokens

    def placements(self) -> dict[Id, Placement]:
        """Where everybody is drawn."""
        return {who: self._layout[who] for who in self.state.combatants}

    @property
    def things(self) -> tuple[Thing, ...]:
        """Things on the ground."""
        return tuple(self.state.things.values())

    @property
    def round(self) -> int:
        """The number of the round, 0 before the first."""
        return self.ruleset.round_of(self.state)

    def light(self, side: str | None) -> int | None:
        """The cells that are lit for a side, as a mask, or for any of them; None: nothing is told of light."""
        if side not in self._light:
            self._light[side] = light_for(self.ruleset, self.board, side)
        return self._light[side]

    def in_range(self, who: Id, verb: str = "") -> Sequence[Band[Place]]:
        """Bands that somebody on the board reaches from where it is; ``verb``: of the options looked at."""
        if (who, verb) not in self._ranges:
            rules = self.ruleset
            self._ranges[who, verb] = rules.in_range(self.board, who, verb) if isinstance(rules, HasRanges) else ()
        return self._ranges[who, verb]

    def order(self) -> list[Slot]:
        """Turn order, as far as the viewer knows it."""
        return [slot for slot in self.ruleset.order(self.board) if slot.who in self._known]

    def banner(self) -> list[str]:
        """Words on the turn that everybody may know; nothing once the battle is over."""
        return list(self.ruleset.banner(self.board)) if self.state.verdict is None else []

    def objective_progress_by_side(self) -> dict[str, ObjectiveProgress]:
        """How far each side has come that is after something."""
        return progress_of(self.ruleset, self.board)

    def sought(self, objective_progress: ObjectiveProgress) -> list[Token]:
        """Target of a pursuit, of those that the viewer knows of."""
        return [token for token in self.tokens.values() if token.standing.name == objective_progress.aim.who]

    def aim(self, spot: Spot) -> Pointed | None:
        """Meaning of a spot of the board: who is drawn there, which places; None beside the map."""
        cell = (int(spot[0] // 1), int(spot[1] // 1))
        if not self.ground.inside(cell):
            return None
        token = self._drawn_at(spot)
        return Pointed(cell, self.where.under(spot), token.id if token is not None else None)

    def aim_at(self, place: Place) -> Pointed:
        """Meaning of pointing at a place, with whoever is in it if it holds one body only."""
        spot = self.where.alone(place)
        found = self.aim(spot) if spot is not None else None
        return found or Pointed(self.where.cell(place), (place,))

    def aim_at_token(self, who: Id) -> Pointed:
        """Meaning of pointing at somebody."""
        token = self.tokens[who]
        return Pointed(token.at, (token.place,), who)

    def token(self, aim: Pointed | None) -> Token | None:
        """Token that one points at."""
        return self.tokens.get(aim.token) if aim is not None and aim.token is not None else None

    def lies(self, aim: Pointed) -> bool:
        """Whether one points at somebody who is down."""
        token = self.token(aim)
        return token is not None and not token.standing.up

    def by_distance(self, who: Id | None, others: Iterable[Id]) -> list[Id]:
        """Those of some who have a token: who stands before who is down, foes of somebody before its friends and these
        before itself, of each the nearest first.
        """
        tokens, own = self.tokens, self.tokens.get(who) if who is not None else None

        def order(other: Id) -> tuple[bool, bool, bool, float]:
            token = tokens[other]
            (x, y), (own_x, own_y) = token.middle, (own or token).middle
            friend = own is not None and token.side == own.side
            return not token.standing.up, friend, other == who, (x - own_x) ** 2 + (y - own_y) ** 2

        return sorted((other for other in others if other in tokens), key=order)

    def _drawn_at(self, spot: Spot) -> Token | None:
        """Token drawn at a spot: of several one that is up, then the smaller, then the nearer."""
        found: tuple[bool, float, float] | None = None
        best = None
        for token in self.tokens.values():
            x, y = token.middle
            half = token.extent / 2
            if not (-half <= spot[0] - x < half and -half <= spot[1] - y < half):
                continue
            rank = (not token.standing.up, token.extent, (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
            if found is None or rank < found:
                found, best = rank, token
        return best

    def would_stand(self, who: Id, place: Place, seen: Snapshot | None = None) -> Token:
        """Somebody as it would be drawn if it came to a place now; ``seen``: where it is known, if not in the scene."""
        kept = self._would.get((who, place))
        if kept is not None:
            return kept
        seen = seen or self._now
        standing, side = seen.standing(who), seen.board.now(who).side

        def look(other: Id) -> TokenFootprint:
            return stance(standing) if other == who else self._body(other)

        found = Token(who, side, place, standing, self._layout.would(who, place, look))
        self._would[who, place] = found
        return found

    def way(self, who: Id, path: Sequence[Place]) -> list[Spot]:
        """The spots that somebody's way through places goes by, from where it stands to where it would stand."""
        token, where = self.tokens[who], self.where
        if not path:
            return [token.middle]
        steps = pairwise((token.place, *path))
        places = [place for start, end in steps for place in (*where.between(start, end), end)]
        passed = [where.passing(place, token.standing.size) for place in places[:-1]]
        return [token.middle, *passed, self.would_stand(who, path[-1]).middle]

    def lying(self, thing: Thing, number: int) -> Spot:
        """Where something on the ground is drawn, the ``number``-th of its place from 0.

        What has not been touched since the start stands where the map has it.
        """
        still, place = self._laid.get(thing.id), thing.at
        if still is not None:
            return still.at[0] + 0.5, still.at[1] + 0.5
        return self.where.lying(place, number)

    def free_spot(self, place: Place) -> Spot:
        """A spot of a place that is clear of tokens, if there is one."""
        return self._layout.free(place)

    def _stand(self) -> None:
        """Let everybody have a spot: those who stayed where they were keep theirs."""
        self._layout.follow({who: c.at for who, c in self.state.combatants.items()}, self._body)

    def _body(self, who: Id) -> TokenFootprint:
        """Part of somebody that decides where it can stand."""
        return stance(self._now.standing(who))

    def take(self, witnessed: VisibleEvent) -> None:
        """Let one event be seen."""
        event, line = witnessed.event, witnessed.line
        if line is not None:
            self.log.append(self._entry(witnessed, line))
        self.attacks = self.attacks.after(witnessed)
        if isinstance(event, Appeared):
            self._known[event.who] = None
        elif isinstance(event, Vanished):
            self._known.pop(event.who, None)
        elif witnessed.after is self._told:
            return  # it writes nothing
        self._told = witnessed.after
        self._now = witnessed.after.then(self._masked(witnessed.after.state))
        self._tokens = None
        self._would.clear()
        self._light.clear()
        self._ranges.clear()
        if isinstance(event, Appeared | Vanished | Moved | Left) or (
            isinstance(event, Changed) and event.who in self._known and self._body(event.who).beside
        ):
            self._stand()

    def _entry(self, witnessed: VisibleEvent, line: LogLine) -> LogEntry:
        event, before = witnessed.event, witnessed.before
        place = _place_of(before.board, event, line)
        cell = self.where.cell(place) if place is not None else None
        body = before.state.combatants.get(line.who) if line.who else None
        name = before.standing(body.id).name if body is not None else ""
        side = body.side if body is not None else ""
        target = event.target if isinstance(event, TargetedEvent) else None
        return LogEntry(line, cell, name, side, witnessed.number, kind_of(event, line), target)

    def text(self) -> str:
        """The scene in words, for tests and fault reports."""
        lines = [f"round {self.round}"]
        for token in self.tokens.values():
            at = self.where.name(token.place)
            lines.append(f"{token.side} {called(token.standing)} at {at} {', '.join(token.standing.fares)}")
        lines += [f"thing {thing.key} at {self.where.name(thing.at)}" for thing in self.things]
        lines += [f"open {edge}" for edge in self.state.open_edges]
        if self.state.verdict is not None:
            lines.append(f"over: {self.state.verdict.winner or 'nobody'} ({self.state.verdict.why})")
        return "\n".join(lines)

    def _masked(self, state: AnyState) -> AnyState:
        if len(self._known) >= len(state.combatants) and all(who in self._known for who in state.combatants):
            return state
        combatants = {who: c for who, c in state.combatants.items() if who in self._known}
        return State(combatants, state.turn, state.open_edges, state.things, state.gone, state.rulings, state.verdict)


def _place_of(board: AnyBoard, event: Event, line: LogLine) -> Place | None:
    """Where an event happened: where its mover ends, else where the one stands to whom it is done, or who did it."""
    if isinstance(event, Moved):
        return event.end
    concerned = (event.target, event.who) if isinstance(event, TargetedEvent) else (line.who,)
    return next((board.state.combatants[who].at for who in concerned if who in board.state.combatants), None)


@dataclass(frozen=True)
class Wanted:
    """Which lines are wanted; with nothing said all of them."""

    kind: LogKind | None = None
    who: Id | None = None
    """Combatant whom they are about, be it as who does something or to whom it is done."""
    words: str = ""
    """Words that are looked for among them."""

    def kept(self, log: Sequence[LogEntry]) -> list[int]:
        """The numbers of the entries that are read, in their order.

        What happened is kept or left out together with its dice and what came of it below. A heading is kept if
        something is that stands under it.
        """
        if self.kind is None and self.who is None:
            return list(range(len(log)))
        found: list[int] = []
        heading: int | None = None
        for deed in _deeds(log):
            first = log[deed[0]]
            if first.line.depth == 0:
                heading = deed[0]
            elif any(self.kind in (None, log[number].kind) for number in deed) and (
                self.who is None or any(self.who in (log[number].line.who, log[number].target) for number in deed)
            ):
                found += [*([heading] if heading is not None else ()), *deed]
                heading = None
        return found

    def finds(self, entry: LogEntry) -> bool:
        """Whether an entry has the words that are looked for."""
        return bool(self.words) and self.words.casefold() in entry.line.text.casefold()


def _deeds(log: Sequence[LogEntry]) -> Iterator[range]:
    """Runs of entries: a heading, or what happened with all that stands below it."""
    start = 0
    for number, entry in enumerate(log):
        if number > start and entry.line.depth < 2:
            yield range(start, number)
            start = number
    if log:
        yield range(start, len(log))
