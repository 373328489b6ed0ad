"""Fallback: plays a ruleset without a planning model, by trying options on forks and valuing the result.

The heuristic value of a position need not be exact: it must tell harm from none, a fall from harm, and a
step towards the others from a step away.

It knows of a ruleset what every ruleset must show: questions and their options, who stands where, what is left of whom,
who has won. Options are tried to the end of the member's turn, each with the same dice; what follows the first answer
of a play is the best of a few by what comes of it at once, so that a step is seen to lead to a blow. Of many places a
few of each kind are tried. It remembers nothing, and counts tries, never time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from math import fsum
from statistics import fmean
from typing import Any

from game.ai.belief import known_match
from game.ai.rollouts import RolloutDice
from game.ai.scoring import TOLD, ConsideredOption, ConsideredOptions
from game.rules.events import Id
from game.rules.match import AnyMatch, Asked
from game.rules.odds import leave_it
from game.rules.questions import Answer, Choose, Family, Impossible, Option, Roll, Seat
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Objective, Setup
from game.rules.state import Combatant
from game.rules.table import AnyBoard
from game.spatial.field import Cell
from game.spatial.land import DOORS
from game.spatial.paths import Reach
from game.spatial.places import InZone, OnBorder, Place, as_cell
from game.spatial.space import Space

AnyCombatant = Combatant[Any, Any]

BODY = 0.4
"""Worth of being up at all; what is left of the bars makes it up to 1."""

WON = 100.0

DRAWN = -5.0
"""A draw is worse than fighting on."""

STEP = 0.02
"""Deduction for each cell that a fighter has to go to the nearest foe."""

HALF = 0.04
"""The same for each half of a zone."""

PULL = 1.5
"""How many times as much each step to the ground of the side's objective takes."""

SHUT = 10
"""Steps that a way through shut doors counts for besides its length."""

NO_WAY = 60
"""Steps that a place counts for besides the straight line where no way leads there."""

ACROSS = 20
"""Cells of width and height for each round that foes in hiding are looked for at one place, or zones."""

LEAP = 987
"""Places from one that is searched to the next, round and round: a Fibonacci number spreads them."""

KEPT = 2_000
"""Floods of the map, and distances, that are kept."""


class StepDistances:
    """Steps between places: cells of way, or halves of zones. Bodies do not stand in the way, and all are of size 1."""

    def __init__(self) -> None:
        self._floods: dict[tuple[frozenset[str], Cell], Reach] = {}

    def steps(self, space: Space, start: Place, end: Place) -> int:
        """How far it is; through shut doors where there is no other way."""
        if start == end:
            return 0
        found = self._along(space, start, end)
        if found is None:
            found = self._along(_opened(space), start, end)
            found = None if found is None else found + SHUT
        if found is not None:
            return found
        return NO_WAY + (0 if isinstance(start, InZone | OnBorder) else space.distance(start, as_cell(end)))

    def _along(self, space: Space, start: Place, end: Place) -> int | None:
        if isinstance(start, InZone | OnBorder) or isinstance(end, InZone | OnBorder):
            zones = space.zones
            way = zones.reach(end, len(zones.places)).get(start)  # type: ignore[arg-type]
            return None if way is None else len(way)
        key = (space.open_edges, end)
        flood = self._floods.get(key)
        if flood is None:
            if len(self._floods) >= KEPT:
                self._floods.clear()
            flood = self._floods[key] = space.reach(end, space.width * space.height)
        return flood.cost(start) if start in flood else None


def _opened(space: Space) -> Space:
    doors = (edge.id for edge in space.field.edges if edge.kind in DOORS)
    return space.with_open(frozenset(doors) | space.open_edges)


class Heuristic:
    """Evaluates positions for one side in the battles of one set-up."""

    def __init__(self, ruleset: AnyRuleset, setup: Setup, seat: Seat) -> None:
        self.ruleset, self.setup, self.side = ruleset, setup, str(seat)
        self.ways = StepDistances()
        self._shares: dict[Id, tuple[object, float]] = {}
        self._cells: list[Cell] = []
        self._nearest: dict[tuple[frozenset[str], Place, tuple[Place, ...]], int] = {}

    def worth(self, board: AnyBoard, known: Sequence[AnyCombatant]) -> float:
        """Value of a position for the side: about 1 for each whole fighter more than the others have.

        ``known``: the foes that were seen when the play began. One that has fallen since still counts for steps, or to
        fell the nearest would be to be far from the rest. Without any, who has won says nothing: those in hiding, whom
        the board does not have, fight on.
        """
        state = board.state
        if state.verdict is not None and known:
            return DRAWN if state.verdict.winner is None else WON if state.verdict.winner == self.side else -WON
        ours: list[AnyCombatant] = []
        theirs: list[AnyCombatant] = []
        total = 0.0
        for c in state.combatants.values():
            share = self._share(board, c)
            if share:
                (ours if c.side == self.side else theirs).append(c)
                total += share if c.side == self.side else -share
        goal = board.setup.objective(self.side)
        if goal.goal == "escape":
            total += fsum(self._share(board, c) for c in state.gone.values() if c.side == self.side)
        aims = grounds(board, goal)
        up = {c.id for c in theirs}
        foes = [c.at for c in theirs] + [c.at for c in known if c.id not in up]
        for index, c in enumerate(ours):
            step = HALF if isinstance(c.at, InZone | OnBorder) else STEP
            to = foes or self.searched(board, index)
            total -= step * self.nearest(board.space, c.at, to)
            total -= step * PULL * self.nearest(board.space, c.at, aims)
        return total

    def searched(self, board: AnyBoard, index: int) -> list[Place]:
        """Where the so-many-th of the side goes to find foes that nobody sees: somewhere else every few rounds."""
        places = self._open_places(board)
        rounds = 1 + (board.setup.field.width + board.setup.field.height) // ACROSS
        lot = self.ruleset.round_of(board.state) // rounds + index
        return [places[lot * LEAP % len(places)]]

    def _open_places(self, board: AnyBoard) -> Sequence[Place]:
        if isinstance(next(iter(board.state.combatants.values())).at, InZone | OnBorder):
            return board.space.zones.all_zones
        if not self._cells:
            field = board.setup.field
            every = ((x, y) for y in range(field.height) for x in range(field.width))
            self._cells = [cell for cell in every if not field.at(cell).blocks_move]
        return self._cells

    def nearest(self, space: Space, place: Place, ends: Sequence[Place]) -> int:
        """Steps from a place to the nearest of several; 0 if there are none."""
        key = (space.open_edges, place, tuple(ends))
        found = self._nearest.get(key)
        if found is None:
            if len(self._nearest) >= KEPT:
                self._nearest.clear()
            found = self._nearest[key] = min((self.ways.steps(space, place, end) for end in ends), default=0)
        return found

    def foes(self, board: AnyBoard) -> list[AnyCombatant]:
        """Those of other sides who are in the fight, as far as the board shows them."""
        return [c for c in board.state.combatants.values() if c.side != self.side and self._share(board, c)]

    def _share(self, board: AnyBoard, c: AnyCombatant) -> float:
        """Share of somebody's health that is left, from 0 for who is out of the fight to 1; kept with its sheet."""
        known = self._shares.get(c.id)
        if known is not None and known[0] is c.sheet:
            return known[1]
        standing = self.ruleset.standing(board, c.id)
        share = 0.0
        if standing.up:
            share = BODY + (1 - BODY) * (standing.health / standing.full if standing.full else 1.0)
        self._shares[c.id] = c.sheet, share
        return share


def grounds(board: AnyBoard, goal: Objective) -> list[Place]:
    """The places of an objective that is reached by being somewhere."""
    return places_of(board, goal.cells) if goal.goal in ("hold", "escape", "task") else []


def places_of(board: AnyBoard, cells: Iterable[Cell]) -> list[Place]:
    """Cells as the places that the battle is played on."""
    somebody = next(iter(board.state.combatants.values()), None)
    if somebody is None or not isinstance(somebody.at, InZone | OnBorder):
        return list(cells)
    zones = board.space.zones
    return list(dict.fromkeys(zone for cell in cells if (zone := zones.at(cell)) is not None))


TRIED = 20
"""Options that are tried at most."""

FEWEST = 3
"""Places of a family that are tried at least, however much else there is to do."""

FINAL = 5
"""How many of the best are played again, of those in whose plays dice fell; nothing else differs from play to play."""

FEWEST_PLAYS, MOST_PLAYS = 2, 6
"""Plays of each of those."""

ANSWERS = 120
"""Answers after which all of them together are played no more than they must be."""

FOLLOWED = 2
"""Answers that a play goes on for after its first, at most."""

BLOWS, STEPS = 2, 1
"""Options with a foe for a target, and families of places with one place each, that are tried for each of those."""

PRICE = 0.005
"""Deduction for every act: an act that brings nothing is not made, or weapons would be swapped for ever."""

ASIDE = 100
"""Offset between the numbers of the dice with which answers after the first are tried."""

REPLIES = 60
"""Answers after which whatever an option sets going is left as it is."""


@dataclass
class Tried:
    """An option and what came of it."""

    key: str
    values: list[float] = field(default_factory=list)
    """Of each play: what the side is better off than before."""
    then: tuple[str, ...] = ()
    """Answers that followed in the last play."""
    open: bool = False
    """Whether dice fell, so that another play may come to something else."""

    @property
    def value(self) -> float:
        """The mean."""
        return fmean(self.values)


def best_first(tried: Iterable[Tried]) -> list[Tried]:
    """The best first; of equals the one that was tried first."""
    return sorted(tried, key=lambda each: -each.value)


class Fallback:
    """An opponent for any game."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._prospect: Heuristic | None = None
        self._tried: list[Tried] = []

    @property
    def reason(self) -> str:
        """Options tried with their values, the best first, a line for each."""
        lines = []
        for tried in self._tried[:3]:
            count = len(tried.values)
            then = f", with {', '.join(tried.then)}" if tried.then else ""
            lines.append(f"{tried.key}: {tried.value:+.2f} ({count} play{'s' if count > 1 else ''}{then})")
        return "\n".join(lines)

    @property
    def considered(self) -> ConsideredOptions:
        """The best of what was tried for the last answer."""
        return ConsideredOptions(
            tuple(ConsideredOption(each.key, each.value, (), len(each.values)) for each in self._tried[:TOLD])
        )

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The option that the side stands best after. Dice are not an AI's to answer."""
        assert isinstance(question, Choose)
        self._tried = []
        start = None if question.kind == "ruling" else known_match(match, question.seat)
        if start is None:
            return leave_it(match, question)
        if self._prospect is None or self._prospect.setup is not match.setup:
            self._prospect = Heuristic(match.ruleset, match.setup, self.seat)
        plays = _Plays(start, question, self._prospect)
        tried = [found for key in self._options(plays, question) if (found := plays.once(key)) is not None]
        if not tried:
            return leave_it(match, question)
        if len(tried) == 1:
            self._tried = tried
            return tried[0].key
        open_ = best_first(each for each in tried if each.open)[:FINAL]
        for number in range(1, MOST_PLAYS):
            if number >= FEWEST_PLAYS and plays.answers >= ANSWERS:
                break
            for each in open_:
                plays.again(each, number)
        self._tried = best_first([each for each in tried if not each.open or each in open_])
        return self._tried[0].key

    def _options(self, plays: _Plays, question: Choose[Any]) -> list[str]:
        """Options to try: acts first, verb by verb if there are too many, then places by classes."""
        menu = question.options
        families = menu.families
        acts = [option.key for option in in_turn(menu.singles)][: max(1, TRIED - FEWEST * len(families))]
        found = list(acts)
        for left, family in zip(range(len(families), 0, -1), families, strict=True):
            most = max(FEWEST, (TRIED - len(found)) // left)
            found += [family.key(place) for place in self._places(plays, question, family)[:most]]
        return found

    def _places(self, plays: _Plays, question: Choose[Any], family: Family[Any]) -> list[Place]:
        """Places of a family, one or a few of each class: the nearest to a foe first."""
        prospect, board, places = plays.prospect, plays.start.board, family.places
        space = board.space
        foes = [foe.at for foe in prospect.foes(board)]
        far = sorted(places, key=lambda place: prospect.nearest(space, place, foes or prospect.searched(board, 0)))
        chosen = far[:1]
        aims = grounds(board, board.setup.objective(prospect.side))
        if aims:
            chosen.append(min(places, key=lambda place: prospect.nearest(space, place, aims)))
        me = board.state.combatants.get(question.who) if question.who is not None else None
        for foe in foes if me is not None else ():
            beside = [place for place in places if prospect.ways.steps(space, place, foe) == 1]
            if me is not None and beside:
                chosen.append(min(beside, key=lambda place: prospect.ways.steps(space, me.at, place)))
        chosen += [far[len(far) // 2], far[-1]]
        return list(dict.fromkeys(chosen))


def in_turn(options: Iterable[Option[Any]]) -> Iterator[Option[Any]]:
    """Options with the first of each verb before the second of any."""
    verbs: dict[str, list[Option[Any]]] = {}
    for option in options:
        verbs.setdefault(option.verb, []).append(option)
    rounds = chain.from_iterable(zip_longest(*verbs.values()))
    return (option for option in rounds if option is not None)


class _Plays:
    def __init__(self, start: AnyMatch, question: Choose[Any], prospect: Heuristic) -> None:
        self.start, self.question, self.prospect = start, question, prospect
        self.seat = question.seat
        self.answers = 0
        """Answers that the plays have taken so far."""
        self._rolled = False
        self.known = prospect.foes(start.board)
        self.before = self._worth(start)

    def once(self, key: str) -> Tried | None:
        """Play an option; None where it can't be answered without those that the side does not know of."""
        tried, self._rolled = Tried(key), False
        try:
            self.again(tried, 0)
        except Impossible:
            return None
        tried.open = self._rolled
        return tried

    def again(self, tried: Tried, number: int) -> None:
        """Play an option with the dice of that number. Raises Impossible."""
        match, dice = self.start.fork(), RolloutDice(number)
        self._answer(match, tried.key)
        ends = any(option.ends and option.key == tried.key for option in self.question.options.singles)
        paid = 0.0 if ends or tried.key == _undone(self.question) else PRICE
        me = self.question.who
        then: list[str] = []
        while (asked := self._settled(match, dice)) is not None and asked.seat == self.seat:
            if asked.kind == "pick":
                mine = next((o.key for o in asked.options.singles if me is not None and me in (o.key, o.value)), None)
                if mine is None and me is not None:
                    mine = next((o.key for o in asked.options.singles if o.target == me), None)
                if mine is None:
                    break
                self._answer(match, mine)
                continue
            me = me or asked.who
            if asked.who != me or len(then) == FOLLOWED or match.state == self.start.state:  # nothing came of it
                break
            key = self._follow(match, asked, number)
            if key is None:
                break
            self._answer(match, key)
            then.append(key)
            paid += PRICE
        tried.values.append(self._worth(match) - self.before - paid)
        tried.then = tuple(then)

    def _follow(self, match: AnyMatch, asked: Choose[Any], number: int) -> str | None:
        """The answer that is best by what comes of it at once, if any is better than none.

        It is tried with other dice than the play's, which nobody knows before; a blow that they let miss is still one.
        """
        now, rolled = self._worth(match), self._rolled
        best, least, blow = None, now, None
        for key in self._few(match, asked):
            after, self._rolled = match.fork(), False
            self._answer(after, key)
            self._settled(after, RolloutDice(number + ASIDE))
            worth = self._worth(after) - PRICE
            if worth > least:
                best, least = key, worth
            elif self._rolled and blow is None and worth == now - PRICE:
                blow = key
            rolled |= self._rolled
        self._rolled = rolled
        return best or blow

    def _few(self, match: AnyMatch, asked: Choose[Any]) -> Iterator[str]:
        """Options to go on with in a turn: a blow at somebody, or a step to the foes."""
        board, menu = match.board, asked.options
        foes = {foe.id: foe.at for foe in self.prospect.foes(board)}
        blows = [option for option in menu.singles if option.target in foes]
        yield from (option.key for option in list(in_turn(blows))[:BLOWS])
        to: list[Place] = list(foes.values()) or self.prospect.searched(board, 0)
        for family in menu.families[:STEPS]:
            yield family.key(min(family.places, key=lambda place: self.prospect.nearest(board.space, place, to)))

    def _settled(self, match: AnyMatch, dice: RolloutDice) -> Choose[Any] | None:
        """Go on to the next pick or act of anybody, and give it; None when the battle is over."""
        for _ in range(REPLIES):
            asked = match.pending
            if asked is None:
                return None
            if isinstance(asked, Roll):
                self._rolled = True
                self._answer(match, dice.faces(asked))
            elif asked.kind in ("pick", "act"):
                return asked
            elif asked.seat == self.seat or asked.kind == "ruling":
                self._answer(match, leave_it(match, asked))
            else:
                self._answer(match, reply(match, asked))
        return None

    def _answer(self, match: AnyMatch, answer: Answer) -> None:
        self.answers += 1
        match.answer(answer)

    def _worth(self, match: AnyMatch) -> float:
        return self.prospect.worth(match.board, self.known)


def reply(match: AnyMatch, question: Choose[Any]) -> str:
    """Assumed answers of the others: whatever could change something."""
    undone = _undone(question)
    matters = (option.key for option in question.options.singles if option.matters and option.key != undone)
    return next(matters, leave_it(match, question))


def _undone(question: Choose[Any]) -> str:
    """The key that costs nothing, as nothing is done."""
    return question.declines if question.kind == "react" else question.idle
