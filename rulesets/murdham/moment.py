"""One moment of a battle as one side knows it: who stands where, who could strike where, and what that would do.

A budget is (main action, bonus action, half-zones). The main action counts two; one is left where a skill gives another
attack and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from game.rules.events import Id
from game.rules.setup import Objective
from game.rules.wits import Budget, Effect, Mask, Menace
from rulesets.murdham import moving
from rulesets.murdham.blow import reach_of
from rulesets.murdham.exchange import NOTHING, Cost, blow
from rulesets.murdham.goals import GOALS
from rulesets.murdham.ground import Ground, ground_of
from rulesets.murdham.reading import able, entangled, half, taunter
from rulesets.murdham.sheet import Body, MurdhamBoard
from rulesets.murdham.statures import FACE_TO_FACE, IN_THE_DARK, Mark, mark_of

PATIENCE = 6
"""Rounds after which a fight that has not come to blows presses twice as much."""

CAUTION = 10
"""Rounds after which danger counts less and less: a fight that goes on and on must come to an end."""

POST = 3
"""Zones within which shooters look for a place to shoot from."""

UNHARMED = 10_000
"""More damage than anybody bears."""

KEPT = 20_000
"""Dangers and posts that are kept: from one question to the next few of them change."""

_opened: dict[tuple[int, int], tuple[Effect, ...]] = {}
_menaced: dict[tuple[object, ...], tuple[Menace, ...]] = {}
_posted: dict[tuple[object, ...], Mask] = {}


class Moment:
    """One moment, with the numbers of everybody whom the side knows to stand."""

    def __init__(self, board: MurdhamBoard, side: str) -> None:
        self.board, self.side = board, side
        self.ground: Ground = ground_of(board)
        self.turn = board.state.turn
        number = max(1, self.turn.round)
        self.eager = min(8.0, 1.0 + number / PATIENCE)
        self.caution = min(1.0, CAUTION / number)
        self.lasting = GOALS.lasting(board, side)
        self.marks: dict[Id, Mark] = {}
        self.spots: dict[Id, int] = {}
        self.able: dict[Id, bool] = {}
        for c in board.state.combatants.values():
            if c.sheet.up:
                self.marks[c.id] = mark_of(c)
                self.spots[c.id] = self.ground.number[c.at]
                self.able[c.id] = able(board, c)
        self._full: dict[Id, Mask] = {}
        self._packed: dict[int, Mask] = {}
        self._zones: dict[Id, Mask] = {}
        self._foes: dict[str, Sequence[Mark]] = {}
        self._friends: dict[str, Sequence[Mark]] = {}
        self._beside: dict[str, Mask] = {}
        self._aims: dict[str, Objective] = {}
        self.guards: dict[Id, Sequence[Mark]] = {}
        self.bearings: dict[Id, tuple[object, ...]] = {}
        self._pressed: dict[Id, tuple[tuple[Id, ...], int]] = {}

    def budget(self, c: Body) -> Budget:
        """What somebody may still spend this round."""
        turn = self.turn
        if c.id == turn.active:
            halves = moving.left(self.board, c) if moving.may_move(self.board, c) else 0
            return 2 if turn.main else 1 if turn.again else 0, int(not turn.bonus), halves
        if c.sheet.acted or c.sheet.stunned:
            return ()
        return 2, 1, self.marks[c.id].pace if moving.may_move(self.board, c) else 0

    def foes(self, side: str) -> Sequence[Mark]:
        """Everybody of the others that a side knows of."""
        found = self._foes.get(side)
        if found is None:
            known = [it for it in self.marks.values() if it.body.side != side and not it.body.sheet.hidden]
            found = self._foes[side] = known
        return found

    def friends(self, side: str) -> Sequence[Mark]:
        """The members of a side who stand."""
        found = self._friends.get(side)
        if found is None:
            found = self._friends[side] = [it for it in self.marks.values() if it.body.side == side]
        return found

    def mocker(self, c: Body) -> Id | None:
        """Whom alone somebody may harm, taunted as it is."""
        return taunter(self.board, c) if c.sheet.conditions else None

    def beside(self, side: str) -> Mask:
        """Places at arm's length of somebody of the others that a side knows of."""
        found = self._beside.get(side)
        if found is None:
            found = 0
            for it in self.foes(side):
                found |= self.ground.near[self.spots[it.body.id]]
            self._beside[side] = found
        return found

    def standing(self, some: Iterable[Mark]) -> Mask:
        """Where some stand."""
        found = 0
        for it in some:
            found |= 1 << self.spots[it.body.id]
        return found

    @cached_property
    def tied(self) -> frozenset[Id]:
        """Those who are held or entangled."""
        return frozenset(who for who, it in self.marks.items() if entangled(self.board, it.body))

    @cached_property
    def crowds(self) -> Mapping[int, Sequence[Mark]]:
        """Who stands in each place that is not empty."""
        found: dict[int, list[Mark]] = {}
        for who, it in self.marks.items():
            found.setdefault(self.spots[who], []).append(it)
        return found

    def aim(self, side: str) -> Objective:
        """The present objective of a side."""
        found = self._aims.get(side)
        if found is None:
            found = self._aims[side] = GOALS.aim(self.board, side)
        return found

    def full(self, me: Mark) -> Mask:
        """Places without room for one more of its size."""
        found = self._full.get(me.body.id)
        if found is None:
            size, lie = me.length, self.ground.afoot
            found = self._packed.get(size)
            if found is None:
                found = self._packed[size] = lie.full({spot: _sizes(some) for spot, some in self.crowds.items()}, size)
            own = me.body.id, me.body.sheet.grabbing
            for spot in dict.fromkeys(self.spots[who] for who in own if who in self.spots):
                rest = _sizes(it for it in self.crowds[spot] if it.body.id not in own)
                found = found & ~(1 << spot) | lie.full({spot: rest}, size)
            self._full[me.body.id] = found
        return found

    def strikes(self, it: Mark) -> Mask:
        """Places somebody could strike at hand to hand within its free movement."""
        found = self._zones.get(it.body.id)
        if found is None:
            c = it.body
            pace = 0 if c.id in self.tied else it.pace
            barred = self.full(it) & ~(1 << self.spots[c.id])
            lie = self.ground.lie(flies=c.sheet.profile.flies)
            found = self._zones[c.id] = lie.strikes(self.spots[c.id], pace, barred)
        return found

    def pressed(self, it: Mark) -> tuple[tuple[Id, ...], int]:
        """Who of the others stands beside somebody, and the least that any bears whom it could strike at."""
        found = self._pressed.get(it.body.id)
        if found is None:
            spot, zone = self.spots[it.body.id], self.strikes(it)
            others = [o for o in self.marks.values() if o.body.side != it.body.side]
            beside = [o.body.id for o in others if self.ground.near[self.spots[o.body.id]] >> spot & 1]
            least = min((o.limit for o in others if zone >> self.spots[o.body.id] & 1), default=UNHARMED)
            found = self._pressed[it.body.id] = tuple(beside), least
        return found

    def menaces(self, it: Id, who: Id, where: Mask, kept: Budget) -> Iterable[Menace]:
        """A blow after a free movement, a shot from where it stands."""
        foe, me = self.marks[it], self.marks[who]
        if foe.body.sheet.retreating or (me.body.sheet.hidden and foe.body.side != me.body.side):
            return ()
        key = self.ground, foe.serial, me.serial, self.spots[it], self.strikes(foe), where
        found = _menaced.get(key)
        if found is None:
            if len(_menaced) > KEPT:
                _menaced.clear()
            found = _menaced[key] = tuple(self._menaces(foe, me, self.spots[it], where))
        return found

    def _menaces(self, foe: Mark, me: Mark, spot: int, where: Mask) -> Iterator[Menace]:
        free = 1 - me.AGI if "nimble" in me.body.sheet.profile.skills else 1.0
        for arm in foe.usual:
            if arm.mode == "melee":
                zone, murky = self.strikes(foe) & where, self.ground.murky
                for part, look in ((zone & ~murky, FACE_TO_FACE), (zone & murky, IN_THE_DARK)):
                    one = blow(arm, me, look) if part else None
                    if one is not None:
                        yield Menace(part, free * one.took.fell, free * one.took.hurt)
                continue
            costs: dict[Cost, Mask] = {}
            within = where & self.ground.afoot.within(spot, reach_of(arm.bearer, arm.weapon))
            for look, mask in self.ground.views_from(spot, within):
                shot = blow(arm, me, look)
                if shot is not None:
                    costs[shot.took] = costs.get(shot.took, 0) | mask
            for cost, mask in costs.items():
                yield Menace(mask, free * cost.fell, free * cost.hurt)

    def opening(self, it: Mark, me: Mark) -> tuple[Effect, ...]:
        """What somebody does at whoever leaves it behind: less, the more its own turn is worth."""
        key = it.serial, me.serial
        found = _opened.get(key)
        if found is None:
            if len(_opened) > KEPT:
                _opened.clear()
            cost = worst(it, me)
            loss = me.stature * (cost.fell + 0.5 * cost.hurt)
            share = max(0.0, loss - 0.5 * it.turn) / loss if loss else 0.0
            found = (Effect(me.body.id, share * cost.fell, share * cost.hurt),) if share else ()
            _opened[key] = found
        return found

    def posts(self, who: Id) -> Mask:
        """Beside a foe; for shooters where they see one within half their range, if there is such a place."""
        me = self.marks[who]
        foes = tuple([(it.serial, self.spots[it.body.id]) for it in self.foes(me.body.side)])
        found = _posted.get((self.ground, me.serial, foes))
        if found is None:
            if len(_posted) > KEPT:
                _posted.clear()
            found = _posted[self.ground, me.serial, foes] = self._posts(me)
        return found

    def _posts(self, me: Mark) -> Mask:
        found = beside = 0
        for it in self.foes(me.body.side):
            spot = self.spots[it.body.id]
            beside |= self.ground.near[spot]
            if not me.shoots or me.shot is None:
                continue
            zones = min(POST, half(reach_of(me.shot.bearer, me.shot.weapon)))
            for look, mask in self.ground.views_of(spot, self.ground.afoot.within(spot, zones)):
                if blow(me.shot, it, look) is not None:
                    found |= mask
        return found or beside


def worst(it: Mark, me: Mark) -> Cost:
    """The worst that somebody does face to face to one who can't answer."""
    struck = [blow(arm, me, FACE_TO_FACE) for arm in it.usual]
    return max((one.took for one in struck if one is not None), key=lambda cost: cost.fell, default=NOTHING)


def _sizes(some: Iterable[Mark]) -> tuple[int, ...]:
    """The cells along a side of each."""
    return tuple([it.length for it in some])
