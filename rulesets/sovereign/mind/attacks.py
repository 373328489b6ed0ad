"""What a member could do to others on its turn, swarms too; and what losses do to the courage of a side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from math import fsum
from typing import NamedTuple

from game.kit.cache import BoundedCache, cached_method
from game.kit.combatants import up_on
from game.kit.mind import acts
from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage, act
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, Effect, ExpectedOutcome, Features, Mask
from rulesets.sovereign.mind.damage import Arm, Sort, UnitStats, checked, lying, stats_of
from rulesets.sovereign.mind.view import SovereignSideView, may_guard
from rulesets.sovereign.play.actions import CHARGE
from rulesets.sovereign.play.attack import FULL
from rulesets.sovereign.play.blow import UNARMED
from rulesets.sovereign.play.events import Aim
from rulesets.sovereign.play.geometry import FEET, Look, perceives, sharing, weapon_reach
from rulesets.sovereign.play.maneuvers import brawn, burden, footing, pushing
from rulesets.sovereign.play.menu import CHARGES
from rulesets.sovereign.play.morale import hurt, obeys, plays
from rulesets.sovereign.play.moving import Lanes, charge_path
from rulesets.sovereign.play.numbers import CHARGED, OPPOSED
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard

FOLLOWS = 0.8
"""The chance that a friend follows into a swarm who could, each having other things to do."""


def arms_in_hand(c: UnitStats) -> Iterator[Arm]:
    """Somebody's best arms, hand to hand and from afar, as far as they are in hand: a swarm strikes with no others."""
    return (arm for arm in (c.melee, c.shot) if arm is not None and arm.in_hand)


def may_join(friend: UnitStats) -> bool:
    """Whether a friend still has the Main Action to join a swarm with."""
    sheet = friend.body.sheet
    return sheet.main and not sheet.done and not sheet.fleeing and not sheet.surprised


def presses(view: SovereignSideView, c: UnitStats, arm: Arm, it: UnitStats) -> bool:
    """Whether somebody could attack a foe with an arm from where it stands."""
    return bool(view.looks(it.id, c.id, arm, view.ground.bit(c.at)))


def could_press(view: SovereignSideView, friend: UnitStats, it: UnitStats) -> bool:
    """Whether a friend could still press a foe this turn."""
    if friend.shooter and friend.shot is not None:
        return not friend.shot.unready and presses(view, friend, friend.shot, it)
    gap = view.space.distance(friend.at, it.at, friend.size, it.size)
    return friend.melee is not None and gap <= friend.melee.reach + (friend.pace - 1) * friend.body.sheet.move


def later_attackers(view: SovereignSideView, side: str, it: UnitStats) -> list[UnitStats]:
    """Those of a side who could still join in on a foe this turn, and press nobody yet."""
    own = (c for c in view.stats.values() if c.body.side == side and may_join(c) and not c.body.sheet.swarm)
    return [c for c in own if could_press(view, c, it)]


def alone(friend: UnitStats, it: UnitStats) -> float:
    """Cost of a foe by somebody alone."""
    return max((arm.harm(it).cost for arm in arms_in_hand(friend)), default=0.0)


def forgone(view: SovereignSideView, friend: UnitStats, it: UnitStats) -> float:
    """Cost of joining a swarm on one foe, of what a friend could do alone to whichever foe."""
    foes = [foe for foe in view.foes(friend.body.side) if could_press(view, friend, foe)]
    return max((foe.unit_value * alone(friend, foe) for foe in foes), default=0.0) / it.unit_value


def best_band(
    view: SovereignSideView, mine: UnitStats, it: UnitStats, pending: Sequence[UnitStats]
) -> tuple[list[UnitStats], float] | None:
    """With whom it would be best to join a swarm on a foe, and how much of what that adds is gained by it.

    None if there is no swarm to come, or to strike alone is more. Friends may follow who could still press the foe;
    what they would do else is taken off. So a swarm gathers where it does more than all of its band one by one, and
    then all of them find it so.
    """
    near = [friend for friend in view.friends(mine.id) if may_join(friend) and could_press(view, friend, it)]
    own = sorted((forgone(view, friend, it), number) for number, friend in enumerate(near))
    most, lent = alone(mine, it), 0.0
    found: tuple[list[UnitStats], float] | None = None
    for many in range(min(len(near), FULL - 1 - len(pending)) + 1):
        lent += own[many - 1][0] if many else 0.0
        band = [mine, *pending, *(near[number] for _, number in own[:many])]
        cost = added(view, it, band, pending).cost if len(band) > 1 else 0.0
        if cost - lent > most:
            most = cost - lent
            found = band, (1 - lent / cost) * FOLLOWS**many
    return found


def added(
    view: SovereignSideView, it: UnitStats, band: Sequence[UnitStats], pending: Sequence[UnitStats], kept: float = 1.0
) -> ExpectedDamage:
    """Gain of a band's blow over that of those who have joined already, or so much of it."""
    whole = _best(view, it, band, pending)
    before = _best(view, it, pending, pending) if pending else NO_DAMAGE
    return ExpectedDamage(*(kept * max(0.0, one - other) for one, other in zip(whole, before, strict=True)))


def _best(
    view: SovereignSideView, it: UnitStats, band: Sequence[UnitStats], pending: Sequence[UnitStats]
) -> ExpectedDamage:
    """The best blow that one of a band could strike for it: those who have joined from where they stand, and the first
    of the band, who is about to."""
    here = {band[0].id, *(c.id for c in pending)}
    blows = [
        arm.once(it, others=len(band) - 1)
        for c in band
        for arm in arms_in_hand(c)
        if c.id not in here or presses(view, c, arm, it)
    ]
    return max(blows, key=lambda blow: blow.cost, default=NO_DAMAGE)


LIKELY = 0.4
"""The chance of a hold from which on it is thought of."""

DOWN = 0.4
"""What it binds somebody to lie on the ground."""

HARD = 14
"""AC from which on a charge's +2 is thought of where a run would do."""


class MemberAttacks:
    """The attacks that one member could make on its turn."""

    def __init__(
        self, view: SovereignSideView, hearts: MoraleModel, mine: UnitStats, budget: Budget, where: Mask
    ) -> None:
        self.view, self.hearts, self.mine, self.budget, self.where = view, hearts, mine, budget, where
        self.here = view.ground.bit(mine.at)
        self.spot = self.here.bit_length() - 1
        self.clinch = view.clinch(mine.id)
        self.foes = view.foes(mine.body.side)
        self._lanes: Lanes | None = None

    def attacks(self) -> Iterator[Act]:
        """All of them."""
        main, move, _ = self.budget
        if not main:
            return
        for it in self.foes:
            yield from self._blows(it, self.mine, self.where, (), "")
        if self.mine.body.sheet.prone and move and sharing(self.view.board, self.mine.body) is None:
            on_foot = lying(self.mine, prone=False)
            for it in self.foes:
                yield from self._blows(it, on_foot, self.here, self.risk, "stand")
        elif move and not self.clinch:
            yield from self._charges()
        yield from self._swarms()
        yield from self._maneuvers()

    @cached_property
    def risk(self) -> tuple[Effect, ...]:
        """Effects of attacks of opportunity by those beside it, where an action draws them."""
        return self.view.struck(self.mine.id, self.view.beside(self.mine.id, self.spot))

    # -- what a blow comes to

    def outs(
        self, it: UnitStats, arm: Arm, look: Look, more: tuple[Effect, ...] = (), *, charged: bool = False
    ) -> tuple[ExpectedOutcome, ...]:
        """Outcomes of an attack, one for each answer of its target; ``more``: features besides.

        Kept from moment to moment, by all that it depends on.
        """
        view, mine = self.view, self.mine
        guards = may_guard(it.body) and perceives(view.board, it.body.side, mine.body)
        later = guards and view.acts_later(it)
        lost = mine.unit_value if arm.last else 0.0
        blow = partial(arm.once, at=look, extra=CHARGE.total) if charged else partial(arm.harm, at=look)

        def found() -> Iterator[ExpectedOutcome]:
            for guarded in (False, True) if guards else (False,):
                harm, features = self.hearts.moved(it, partial(blow, guarded=guarded))
                turns = max(0.0, blow(it).hit - harm.hit) if guarded and later else 0.0
                effect = Effect(it.id, harm.fell, harm.hurt, turns)
                yield ExpectedOutcome((effect, *more), {**features, "disarmed": lost} if lost else features)

        key = (arm, look, charged, self.hearts.mood(it.id), guards, later, lost, more)
        return _outs.of(key, lambda: tuple(found()))

    # -- blows

    def _blows(
        self, it: UnitStats, mine: UnitStats, where: Mask, risk: tuple[Effect, ...], first: str
    ) -> Iterator[Act]:
        view = self.view
        _, move, free = self.budget
        for arm in best_arms(view.usable(mine), it):
            begins, cost, places = first, (1, int(first != ""), arm.free), where
            if arm.unready:
                if arm.unready == "main" or first or (arm.unready == "move" and not move):
                    continue
                begins = f"reload {arm.key}"
                by_move = int(arm.unready == "move")
                cost, places = (1, by_move, arm.free + 1 - by_move), where if not by_move else self.here
            if cost[2] > free:
                continue
            if not arm.afar and not places & view.ground.near(it.at, it.size, arm.reach, mine.size):
                continue
            key = f"{arm.verb} {it.id}" if arm.verb == "maul" else f"{arm.verb} {it.id} {arm.key}"
            for look, mask in view.looks(it.id, mine.id, arm, places):
                yield Act(key, mask, cost, self.outs(it, arm, look, risk), -1, begins)

    # -- charges

    def _charges(self) -> Iterator[Act]:
        view, mine = self.view, self.mine
        free, far = self.budget[2], 2 * mine.body.sheet.profile.move // FEET
        for it in self.foes:
            gap = view.space.distance(mine.at, it.at, mine.size, it.size)
            if gap <= 1:
                continue
            ring = view.space.within(it.at, it.size, mine.melee.reach, mine.size) if mine.melee else 0
            if ring & self.where and it.sort.ac < HARD:
                continue
            for arm in best_arms(view.usable(mine), it):
                if arm.mode == "shot" or arm.free > free or arm.key == UNARMED:
                    continue
                reach = arm.near if arm.mode == "thrown" else weapon_reach(arm.me, arm.weapon) // FEET
                if gap <= reach or gap > far + reach:
                    continue
                end = self._end(it, far, reach)
                if not end:
                    continue
                for look, _ in view.looks(it.id, mine.id, arm, end):
                    outs = tuple(
                        ExpectedOutcome(effects, {**features, "lowered": self._lowered(end)})
                        for effects, features in self.outs(it, arm, look, self.risk, charged=True)
                    )
                    key = f"{CHARGES[arm.mode]} {it.id} {arm.key}"
                    yield Act(key, self.here, (1, 1, arm.free), outs, ends=end.bit_length() - 1)

    def _end(self, it: UnitStats, far: int, reach: int) -> Mask:
        """The place where a charge of at most ``far`` cells at somebody ends; 0 if no straight line leads there."""
        view, mine = self.view, self.mine
        about = view.ground.about(mine.at, mine.size, far)
        bar, friends, wade = (mask & about for mask in view.barred(mine.id))
        key = (mine.at, mine.size, far, bar, friends, wade, it.at, it.size, reach)
        return view.memory.of("charges", key, self._find_end, it, far, reach, bar)

    def _find_end(self, it: UnitStats, far: int, reach: int, bar: Mask) -> Mask:
        view, mine, ground = self.view, self.mine, self.view.ground
        way = (mine.at, mine.size, far, bar)
        run = view.memory.of("runs", way, ground.walked, *way)
        if not run & ground.near(it.at, it.size, reach, mine.size):
            return 0
        self._lanes = self._lanes or Lanes(view.board, mine.body)
        path = charge_path(view.board, mine.body, it.body, reach * FEET, self._lanes)
        return ground.bit(path[-1]) if path else 0

    def _lowered(self, end: Mask) -> float:
        """What the lowered AC of a charge adds to what the foes could do at its end, in unit values."""
        near = [it for it in self.foes if self.view.strikes(it.id).reaches & end]
        return -self.view.spared(self.mine, end, near, ac=CHARGED)

    # -- together

    def _swarms(self) -> Iterator[Act]:
        view, mine = self.view, self.mine
        friends = view.friends(mine.id)
        able = any(map(may_join, friends))
        arms = [arm for arm in view.usable(mine) if arm.in_hand]
        for it in self.foes:
            pending = [c for c in friends if c.body.sheet.swarm == it.id]
            if not (pending or able) or not any(presses(view, mine, arm, it) for arm in arms):
                continue
            found = best_band(view, mine, it, pending)
            if found is None:
                continue
            band, kept = found
            blow = partial(added, view, band=band, pending=pending, kept=kept)
            harm, features = self.hearts.moved(it, blow)
            yield act(f"swarm {it.id}", self.here, (1, 0, 0), harm.effect(it.id), **features, swarm=1.0)

    # -- without wounding

    def _maneuvers(self) -> Iterator[Act]:
        view, mine = self.view, self.mine
        me = mine.body
        fists = next((arm for arm in mine.arms if arm.key == UNARMED), None)
        shovers = [arm for arm in view.usable(mine) if not (arm.afar or arm.more) and arm.in_hand]
        far = max((arm.reach for arm in shovers), default=0)
        for it in self.foes:
            if not self.where & view.ground.near(it.at, it.size, far, mine.size):
                continue
            grip: tuple[Arm | None, Aim] = (fists if not me.sheet.grappling else None, "grapple")
            for arm, aim in (grip, *((arm, "shove") for arm in shovers)):
                looks = view.looks(it.id, mine.id, arm, self.where) if arm is not None else ()
                for look, mask in looks:
                    assert arm is not None
                    if effects := done_in_lieu(view, mine, it, aim, arm.once(it, look).hit):
                        yield act(f"{aim} {it.id}", mask, (1, 0, 0), *effects)


def done_in_lieu(view: SovereignSideView, mine: UnitStats, it: UnitStats, aim: Aim, hit: float) -> tuple[Effect, ...]:
    """Effects of an attack that grips or pushes if it hits, as ``hit`` says; nothing if nobody would think of it."""
    me = mine.body
    if aim == "grapple":
        held = checked(OPPOSED + brawn(it.body).total - burden(me, it.body).total)
        bound = hit * held if held >= LIKELY and not mine.shooter else 0.0
        return tuple(Effect(who, bound=bound) for who in (it.id, mine.id)) if bound else ()
    _, fell, hurt, _ = view.worst_fall(it.id)
    prone = 0.0 if it.body.sheet.prone else DOWN
    p = hit * checked(OPPOSED + footing(it.body).total - pushing(me, it.body).total)
    if not p * (fell + hurt + prone):
        return ()
    return (Effect(it.id, p * fell, p * hurt, bound=p * max(prone, hurt > 0)),)


_outs: BoundedCache[tuple[object, ...], tuple[ExpectedOutcome, ...]] = BoundedCache(2048)
_arms: BoundedCache[tuple[tuple[Arm, ...], int, Sort], list[Arm]] = BoundedCache(2048)


def best_arms(arms: tuple[Arm, ...], it: UnitStats) -> list[Arm]:
    """The arms worth thinking about: of those hand to hand and of the others the best, and what reaches farther."""
    key = arms, it.hp, it.sort
    return _arms.of(key, lambda: acts.best_arms(arms, lambda arm: arm.harm(it).cost, lambda arm: arm.most))


class Courage(NamedTuple):
    """The heart of one side."""

    needed: int = 0
    """Losses that still break it (E-91); 0 if they don't, or have."""
    subject: float = 0.0
    """Statures that would run with it."""
    part: float = 0.0
    """How far it is on its way to the third whose loss breaks it."""


def wavers(board: SovereignBoard, c: Body) -> bool:
    """Whether somebody runs, or will when its courage is tested next (E-90)."""
    return c.sheet.fleeing or (hurt(c) and not c.sheet.profile.fearless and obeys(board, c) and plays(board))


def courage(board: SovereignBoard, side: str) -> Courage:
    """Nearness of a side to breaking."""
    turn = board.state.turn
    began = turn.strength.get(side, 0)
    if began < 2 or side in turn.broken or not plays(board):
        return Courage()
    fit = [c for c in up_on(board, side) if not wavers(board, c)]
    subject = fsum(stats_of(c).unit_value for c in fit if obeys(board, c))
    lost = began - len(fit)
    return Courage(max(1, -(-began // 3) - lost), subject, min(1.0, 3 * lost / began)) if subject else Courage()


class MoraleModel:
    """The courage of all sides at one moment."""

    def __init__(self, board: SovereignBoard) -> None:
        self.board = board

    @cached_method
    def wavers(self, who: Id) -> bool:
        """Whether it runs, or will when its courage is tested next."""
        return wavers(self.board, self.board.now(who))

    @cached_method
    def courage(self, side: str) -> Courage:
        """Nearness of a side to breaking."""
        return courage(self.board, side)

    def _test_at(self, it: UnitStats) -> int:
        """Hit points at or under which its courage will be tested; 0 where they never are."""
        sheet = it.body.sheet
        braves = sheet.profile.fearless or self.wavers(it.id) or not plays(self.board)
        return 0 if braves or not obeys(self.board, it.body) else sheet.profile.hp // 2

    @cached_method
    def mood(self, who: Id) -> tuple[object, ...]:
        """All of somebody that counts for what an attack on it comes to, whoever attacks."""
        it, wavers = stats_of(self.board.now(who)), self.wavers(who)
        courage = None if wavers else self.courage(it.body.side)
        return who, it.hp, it.sort, it.unit_value, wavers, self._test_at(it), courage

    def moved(self, it: UnitStats, blow: Callable[[UnitStats], ExpectedDamage]) -> tuple[ExpectedDamage, Features]:
        """Effects of a blow on somebody, and of those on courage; ``blow``: its expected damage on whomever."""
        harm, test = blow(it), self._test_at(it)
        if self.wavers(it.id):
            return harm, {"beaten": it.unit_value * (harm.hurt + harm.fell)}
        found, lost = {}, harm.fell
        # whoever is left with so little, as it would fall of the same blow with less, runs
        shaken = blow(it._replace(hp=it.hp - test)).fell if 0 < test < it.hp else 0.0
        if shaken > lost:
            found["breaks"] = it.unit_value * (shaken - lost)
            lost = shaken
        courage = self.courage(it.body.side)
        if courage.needed:
            found["rout"] = lost * courage.subject / (courage.needed * courage.needed)
        return harm, found
