"""What a planning AI is told of a battle: members, ways, dangers, posts and goals. Acts and replies stand beside.

A budget is (main action, bonus action, half-zones). The main action counts two; one is left where a skill gives another
attack and nothing else. What is left of a turn at its end is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.wits import Act, Budget, Effect, Features, Mask, Member, Menace, Move, Out, Pick, Pull, Wits
from game.spatial.places import Place
from rulesets.murdham import asked, assaults, deeds, moving, position
from rulesets.murdham.exchange import NOTHING, Cost, blow
from rulesets.murdham.goals import GOALS, objective_zones
from rulesets.murdham.ground import Ground, ground_of
from rulesets.murdham.reading import able, entangled, half, taunter
from rulesets.murdham.sheet import Body, MurdhamBoard
from rulesets.murdham.statures import FACE_TO_FACE, Mark, mark_of

PATIENCE = 6
"""Rounds after which a fight that has not come to blows presses twice as much."""

CAUTION = 10
"""Rounds after which danger counts less and less: a fight that goes on and on must come to an end."""

NEXT = 0.5
"""What an attack counts that can only come next round, when one may have moved or can react."""

POST = 3
"""Zones within which shooters look for a place to shoot from."""

KEPT = 20_000
"""Dangers and posts that are kept: from one question to the next few of them change."""

_menaced: dict[tuple[object, ...], tuple[Menace, ...]] = {}
_posted: dict[tuple[object, ...], Mask] = {}

TIED = 0.3
"""What the turn of somebody counts who has to tear itself free first."""


class MurdhamWits(Wits):
    """One moment as one side knows it."""

    done = "done"

    def __init__(self, board: MurdhamBoard, side: str) -> None:
        self.board, self.side = board, side
        self.ground: Ground = ground_of(board)
        self.turn = board.state.turn
        number = max(1, self.turn.round)
        self.eager = min(8.0, 1.0 + number / PATIENCE)
        self.caution = min(1.0, CAUTION / number)
        self.marks: dict[Id, Mark] = {}
        self.spots: dict[Id, int] = {}
        self.able: dict[Id, bool] = {}
        for c in board.state.combatants.values():
            if c.sheet.up:
                self.marks[c.id] = mark_of(c)
                self.spots[c.id] = self.ground.number[c.at]
                self.able[c.id] = able(board, c)
        self._full: dict[Id, Mask] = {}
        self._zones: dict[Id, Mask] = {}
        self._foes: dict[str, Sequence[Mark]] = {}
        self._friends: dict[str, Sequence[Mark]] = {}
        self.guards: dict[Id, Sequence[Mark]] = {}

    # -- who is there

    @cached_property
    def known(self) -> Mapping[Id, Member]:
        """Everybody who stands, by id."""
        return {who: self._member(mark) for who, mark in self.marks.items()}

    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of who stands."""
        return self.known

    def _member(self, mark: Mark) -> Member:
        c, spot = mark.body, self.spots[mark.body.id]
        return Member(
            c.id,
            c.side,
            spot,
            1 << spot,
            mark.stature,
            mark.left,
            mark.turn,
            self.budget(c),
            max(1, mark.pace),
            mark.shoots,
            self._prize(c),
        )

    def budget(self, c: Body) -> Budget:
        """What somebody may still spend this round."""
        turn = self.turn
        if c.id == turn.active:
            halves = moving.left(self.board, c) if moving.may_move(self.board, c) else 0
            return 2 if turn.main else 1 if turn.again else 0, int(not turn.bonus), halves
        if c.sheet.acted or c.sheet.stunned:
            return ()
        return 2, 1, self.marks[c.id].pace if moving.may_move(self.board, c) else 0

    def _prize(self, c: Body) -> float:
        aim = GOALS.aim(self.board, c.side)
        return 2.0 if aim.goal == "protect" and c.sheet.profile.name == aim.who else 1.0

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

    def place(self, spot: int) -> Place:
        """The place of a number."""
        return self.ground.places[spot]

    # -- where they get

    def full(self, me: Mark) -> Mask:
        """Places without room for one more of its size."""
        found = self._full.get(me.body.id)
        if found is None:
            own = me.body.id, me.body.sheet.grabbing
            others = [(it.body.at, it.body.sheet.profile.side_length) for it in self.marks.values()]
            others = [other for other, who in zip(others, self.marks, strict=True) if who not in own]
            size = me.body.sheet.profile.side_length
            found = self._full[me.body.id] = self.ground.afoot.full(others, size)
        return found

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        """Steps of a turn, full movement, a sprint; in hiding, sneaking."""
        me = self.marks[who]
        c, sheet = me.body, me.body.sheet
        if not budget or not moving.may_move(self.board, c):
            return ()
        if sheet.retreating or sheet.fears or (self.turn.special and who == self.turn.active):
            return self._by_the_book(me, spot, budget)
        flies, barred, halves = sheet.profile.flies, self.full(me) & ~(1 << spot), budget[2]
        lie = self.ground.lie(flies=flies)
        found = []
        if halves:
            reach = lie.reach(spot, halves, barred)
            pays = [(0, 0, cost) for cost in range(halves + 1)]
            found.append(self._going("move", me, spot, reach.layers, reach.trails, pays))
        if budget[0] == 2 and not self.turn.full and self.mocker(c) is None:
            reach = lie.reach(spot, me.pace + halves, barred)
            pays = [(2, 0, halves)] * (me.pace + halves + 1)
            if sheet.hidden:
                return [*found, self._sneaking(me, reach.layers, pays)]
            found.append(self._going("full", me, spot, reach.layers, reach.trails, pays))
            if not any(self.ground.near[self.spots[it.body.id]] & reach.whole for it in self.foes(c.side)):
                most = moving.budget(self.board, c, full=True, special="sprint") - me.pace + halves
                swift = self.ground.lie(flies=flies, sprints=True).reach(spot, most, barred)
                move = self._going("sprint", me, spot, swift.layers, swift.trails, [(2, 0, halves)] * (most + 1))
                if sheet.sprinted == self.turn.round - 1:
                    move = move._replace(features=(*move.features, ("winded", self.ground.every, 1 - me.AGI)))
                found.append(move)
        return found

    def _going(
        self,
        verb: str,
        me: Mark,
        start: int,
        layers: Sequence[Mask],
        trails: Mapping[int, Mask],
        pays: Sequence[Budget],
    ) -> Move:
        """A way of going with what those may do who are left behind, and who sees it."""
        c, openings = me.body, []
        if c.sheet.hidden:
            seen = self.seen(c.side, sum(layers))
            return Move(verb, layers, pays, (), (("reveals", seen, 1.0),) if seen else ())
        for it in self.foes(c.side):
            who = it.body.id
            if not self.able[who] or self.mocker(it.body) not in (None, c.id):
                continue
            around = self.ground.near[self.spots[who]]
            passed = sum(1 << n for n, trail in trails.items() if trail & around and not around >> n & 1)
            if passed and self.ground.look(self.spots[who], start).seen and (effects := self._opening(it, me)):
                openings.append((passed, effects))
        return Move(verb, layers, pays, tuple(openings))

    def _opening(self, it: Mark, me: Mark) -> tuple[Effect, ...]:
        """What somebody does at whoever leaves it behind: less, the more its own turn is worth."""
        cost = self.worst(it, me)
        loss = me.stature * (cost.fell + 0.5 * cost.hurt)
        share = max(0.0, loss - 0.5 * it.turn) / loss if loss else 0.0
        return (Effect(me.body.id, share * cost.fell, share * cost.hurt),) if share else ()

    def worst(self, it: Mark, me: Mark) -> Cost:
        """The worst that somebody does face to face to one who can't answer."""
        struck = [blow(arm, me, FACE_TO_FACE) for arm in it.usual]
        return max((one.took for one in struck if one is not None), key=lambda cost: cost.fell, default=NOTHING)

    def _sneaking(self, me: Mark, layers: Sequence[Mask], pays: Sequence[Budget]) -> Move:
        clear = ~self.standing(self.foes(me.body.side))
        heard = 1 - me.AGI
        return Move("sneak", [layer & clear for layer in layers], pays, (), (("reveals", self.ground.every, heard),))

    def _by_the_book(self, me: Mark, spot: int, budget: Budget) -> Sequence[Move]:
        """The same for those whose steps are not free: the routed, the frightened, who has begun something special."""
        c = moving.moved(me.body, self.ground.places[spot])
        special = self.turn.special if c.id == self.turn.active else ""
        rushes = budget[0] == 2 and not self.turn.full and self.mocker(c) is None
        kinds: list[tuple[str, int, moving.Special, int]] = [("move", budget[2], special, 0)] if budget[2] else []
        if rushes:
            kinds.append(("full", me.pace + budget[2], "", 2))
            if c.sheet.retreating:
                most = moving.budget(self.board, c, full=True, special="sprint") - me.pace + budget[2]
                kinds.append(("sprint", most, "sprint", 2))
        found = []
        for verb, halves, how, main in kinds:
            ways = moving.open_to(self.board, c, halves, how)
            layers = [0] * (halves + 1)
            trails = {}
            for place, path in ways.items():
                price = sum(moving.price(self.board, c, step, how) or 1 for step in path)
                layers[price] |= self.ground.afoot.bit(place)
                trails[self.ground.number[place]] = self.ground.afoot.mask(path) | 1 << spot
            pays = [(main, 0, budget[2] if main else cost) for cost in range(halves + 1)]
            found.append(self._going(verb, me, spot, layers, trails, pays))
        return found

    def seen(self, side: str, where: Mask) -> Mask:
        """The places of some that a foe of a side sees."""
        found = 0
        for it in self.foes(side):
            for look, mask in self.ground.views_from(self.spots[it.body.id], where & ~found):
                if look.seen:
                    found |= mask
        return found

    # -- what they can do

    def kept(self, budget: Budget) -> Budget:
        """Nothing: the turn itself is the reaction, and who has had it has none."""
        return ()

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Act]:
        """Attacks, and everything else there is to do."""
        if not budget:
            return
        me = self.marks[who]
        if who in self.tied:
            yield from deeds.bound(self, me, budget)
            return
        if budget[0] and not me.body.sheet.retreating:
            yield from assaults.attacks(self, me, spot, budget, where)
        yield from deeds.deeds(self, me, spot, budget, where)

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
                one = blow(arm, me, FACE_TO_FACE)
                if one is not None and (zone := self.strikes(foe) & where):
                    yield Menace(zone, free * one.took.fell, free * one.took.hurt)
                continue
            costs: dict[Cost, Mask] = {}
            within = where & self.ground.afoot.within(spot, assaults.range_of(arm))
            for look, mask in self.ground.views_from(spot, within):
                shot = blow(arm, me, look)
                if shot is not None:
                    costs[shot.took] = costs.get(shot.took, 0) | mask
            for cost, mask in costs.items():
                yield Menace(mask, free * cost.fell, free * cost.hurt)

    def reaches(self, it: Id) -> Mask:
        """Where somebody strikes after a free movement, and where those stand whom it could shoot."""
        foe = self.marks[it]
        found = self.strikes(foe) if foe.melee is not None else 0
        if foe.shot is not None:
            others = self.foes(foe.body.side)
            for look, mask in self.ground.views_from(self.spots[it], self.standing(others) & ~found):
                sample = next(other for other in others if mask >> self.spots[other.body.id] & 1)
                if blow(foe.shot, sample, look) is not None:
                    found |= mask
        return found

    def coming(self, it: Id) -> float:
        """A turn of those who still have theirs; half of one of those who have had it."""
        share = TIED if it in self.tied else 1.0
        return share * (1.0 if self.able[it] or it == self.turn.active else NEXT)

    # -- where they are drawn

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
            zones = min(POST, half(assaults.range_of(me.shot)))
            for look, mask in self.ground.views_of(spot, self.ground.afoot.within(spot, zones)):
                if blow(me.shot, it, look) is not None:
                    found |= mask
        return found or beside

    def ways(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Half-zones to the nearest goal, bodies or not; the routed go round their enemies (A-98)."""
        if self.flees(who):
            steps = moving.to_the_exits(self.board, self.marks[who].body)
            out = [0] * (max(steps.values(), default=0) + 1)
            for place, away in steps.items():
                out[away] |= self.ground.afoot.bit(place)
            return out
        return self.ground.lie(flies=self.marks[who].body.sheet.profile.flies).ways(goals)

    def pulls(self, who: Id) -> Sequence[Pull]:
        """The side's objective; for the routed the way out."""
        me = self.marks[who].body
        if me.sheet.retreating:
            return (Pull(self.ground.exits, "flight", "at exit"),)
        aim = GOALS.ground(self.board, me.side)
        if aim is None or (aim.goal == "escape" and aim.who not in ("", me.sheet.profile.name)):
            return ()
        mask = self.ground.afoot.mask(objective_zones(self.board, aim))
        if aim.goal != "escape":
            mask = self.ground.afoot.around(mask)
        return (Pull(mask, "goal", "on goal"),) if mask else ()

    def flees(self, who: Id) -> bool:
        """Whether its courage has failed."""
        return self.marks[who].body.sheet.retreating

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterable[tuple[str, Mask, float]]:
        """Friends at arm's length, in narrow places above all; spent foes to press; fire; having come ahead of all."""
        me, ground = self.marks[who], self.ground
        once = twice = 0
        for friend in self.friends(me.body.side):
            if friend.body.id != who:
                near = ground.near[self.spots[friend.body.id]]
                once, twice = once | near, twice | (once & near)
        yield "support", once, 1.0
        yield "support", twice, 1.0
        yield "crowd", once & ground.tight, 1.0
        yield "crowd", twice & ground.tight, 1.0
        if not me.body.sheet.profile.flies:
            yield "peril", ground.burning, 1.0
        yield from self._ahead(who, where)
        if not me.shoots:
            for it in self.foes(me.body.side):
                if not self.able[it.body.id]:
                    yield "presses", ground.near[self.spots[it.body.id]], it.stature

    def _ahead(self, who: Id, where: Mask) -> Iterable[tuple[str, Mask, float]]:
        """How much nearer to a fight a place is than the friends are on average."""
        ways = self.ways(who, self.posts(who))
        others = [1 << self.spots[it.body.id] for it in self.friends(self.marks[who].body.side) if it.body.id != who]
        steps = [away for away, layer in enumerate(ways) for bit in others if layer & bit]
        front = sum(steps) / len(steps) if steps else 0.0
        for away, layer in enumerate(ways[: int(front) + 1]):
            if layer & where and away < front:
                yield "ahead", layer, front - away

    def position(self) -> Features:
        """Courage, the dying, the objective."""
        return position.position(self)

    # -- questions

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """Who acts, nobody, or which side begins."""
        if question.topic == "order":
            return {option.key: Pick(None, begins=str(option.value)) for option in question.options.singles}
        return {option.key: self._pick(option.value) for option in question.options.singles}

    def _pick(self, who: Id | None) -> Pick:
        if who is not None:
            if self.flees(who) or who in self.tied:
                return Pick(who, {"flees" if self.flees(who) else "caught": 1.0})
            busy = self.reaches(who) & self.standing(self.foes(self.side))
            return Pick(who, {} if busy else {"advances": self.eager})
        ours = self.friends(self.side)
        theirs = [it for it in self.foes(self.side) if not self.flees(it.body.id)]
        waiting = sum(self.able[it.body.id] for it in theirs)
        close = any(self.reaches(it.body.id) & self.standing(ours) for it in theirs)
        found = {
            "passes": 1.0,
            "outwaits": float(waiting > 0 and close),
            "dawdles": float(not close),
            "presses on": self.eager - 1.0,
            "outnumbers": float(sum(self.able[it.body.id] for it in ours) - waiting),
        }
        return Pick(None, found)

    def asked(self, question: Choose[Any]) -> Mapping[str, Out]:
        """Answers out of turn, and to whether to give chase."""
        if question.kind == "react":
            return asked.answer(self, question)
        if question.topic == "chase":
            return {"chase": Out((), {"away": 1.0}), "let go": Out()}
        return {option.key: Out() for option in question.options}
