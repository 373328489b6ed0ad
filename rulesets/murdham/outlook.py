"""A battle as one fighter sees it who is about to act: who is where, who could strike whom, what an attack would cost.

Attacks are weighed with the reply that serves their target best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.rules.events import Id
from game.spatial.places import ZonePlace
from rulesets.murdham.estimate import OPEN, Arm, Screen, Target, against, as_target
from rulesets.murdham.goals import GOALS, objective_zones
from rulesets.murdham.odds import NOTHING, WOUND, Toll, bout, mix
from rulesets.murdham.reading import half
from rulesets.murdham.sheet import Body, MurdhamBoard
from rulesets.murdham.terrain_cache import FAR, Fares, TerrainCache, terrain_of

NEXT = 0.5
"""What an attack counts that can only come next round, when one may have moved or can react."""

SPARE = 0.25
"""What is left of a turn's worth for those who can reach nobody with it."""

PATIENCE = 6
"""Rounds after which a fight that has not come to blows presses twice as much."""

CAUTION = 10
"""Rounds after which danger counts less and less: a fight that goes on and on must come to an end."""

Weighed = dict[str, float]


class Duel(NamedTuple):
    """What an attack comes to, once its target has made the best of it."""

    down: float
    harm: float
    """Statures of the target put out of the fight, and hurt."""
    loss: float
    """Statures lost to a counter."""
    tempo: float
    """Statures of turns the target no longer has."""

    @property
    def sum(self) -> float:
        """All in one."""
        return self.down + self.harm - self.loss + self.tempo

    def weighed(self, share: float = 1.0) -> Weighed:
        """As features."""
        found = {"down": share * self.down, "harm": share * self.harm}
        if self.loss:
            found["loss"] = share * self.loss
        if self.tempo:
            found["tempo"] = share * self.tempo
        return found


class Outlook:
    """One moment, seen by one side."""

    def __init__(self, board: MurdhamBoard, side: str) -> None:
        self.board, self.side = board, side
        self.terrain: TerrainCache = terrain_of(board)
        self.round = max(1, board.state.turn.round)
        self.eager = min(8.0, 1.0 + self.round / PATIENCE)
        self.caution = min(1.0, CAUTION / self.round)
        self.foes: list[Target] = []
        self.friends: list[Target] = []
        self.fallen: list[Body] = []
        self.fallen_foes: list[Body] = []
        self.held = {
            c.sheet.grabbing for c in board.state.combatants.values() if c.sheet.grabbing and c.sheet.conscious
        }
        for c in board.state.combatants.values():
            ours = c.side == side
            if c.sheet.up:
                if ours or not c.sheet.hidden:
                    (self.friends if ours else self.foes).append(as_target(c))
            elif not c.sheet.dead and not c.sheet.surrendered:
                (self.fallen if ours else self.fallen_foes).append(c)
        self._turns: dict[Id, float] = {}
        self._menaces: dict[Id, list[Menace]] = {}
        self._choices: dict[Id, int] = {}
        self._strikes: dict[Id, frozenset[ZonePlace]] = {}

    # -- who can do what

    def able(self, it: Target) -> bool:
        """Whether somebody could react."""
        return it.ready and it.id not in self.held

    def strikes(self, it: Target) -> frozenset[ZonePlace]:
        """Places somebody could strike at hand to hand within its free movement."""
        found = self._strikes.get(it.id)
        if found is None:
            pace = 0 if it.id in self.held or it.body.sheet.entangled else it.pace
            found = self._strikes[it.id] = self.terrain.strikes(it.at, pace, flies=it.body.sheet.profile.flies)
        return found

    def shoots(self, it: Target, arm: Arm, start: ZonePlace, at: ZonePlace, *, leaning: bool = False) -> float:
        """The chance that somebody who stands still could shoot from a place at one in another.

        ``leaning``: whether that one leans out from behind any barrier, as who is countered does (A-69).
        """
        span = self.terrain.span(start, at)
        if span > arm.reach or (not leaning and self.keeps_off(arm, start, at)):
            return 0.0
        if arm.mode == "indirect":
            return it.WIT if span > half(arm.reach) else 0.0
        if not self.terrain.sees(start, at):
            return 0.0
        return 1.0 if span <= half(arm.reach) else it.WIT

    def keeps_off(self, arm: Arm, start: ZonePlace, at: ZonePlace) -> bool:
        """Whether a barrier keeps a weapon off one who stands in a place and does not lean out (A-68)."""
        return arm.mode != "indirect" and at in self.terrain.walled and at not in self.terrain.near[start]

    def menace(self, it: Target, at: ZonePlace) -> tuple[Arm | None, float]:
        """What somebody would attack one in a place with on its turn, and the chance that it hits."""
        best: Arm | None = None
        chance = 0.0
        if it.melee is not None and at in self.strikes(it):
            best, chance = it.melee, 1.0
        if it.shot is not None:
            share = self.shoots(it, it.shot, it.at, at)
            if share * it.shot.mean > chance * (best.mean if best else 0.0):
                best, chance = it.shot, share
        return best, chance

    def turn(self, it: Target) -> float:
        """What somebody's turn is worth: less for those who can reach nobody."""
        found = self._turns.get(it.id)
        if found is None:
            others = self.friends if it.side != self.side else self.foes
            busy = any(self.menace(it, other.at)[0] is not None for other in others)
            found = self._turns[it.id] = it.turn * (1.0 if busy else SPARE)
        return found

    def now(self, it: Target) -> float:
        """What the turn is worth that somebody still has this round."""
        return self.turn(it) if self.able(it) else 0.0

    # -- danger

    def exposure(self, me: Target, at: ZonePlace) -> float:
        """What the foes' next attacks may cost somebody in a place that has no turn left to react with, in statures."""
        menaces = self._menaces.get(me.id)
        if menaces is None:
            menaces = self._menaces[me.id] = self._menaced(me)
        cost = 0.0
        for it, zone, blow, shots, share in menaces:
            worst = blow if at in zone else 0.0
            if it.shot is not None and shots[OPEN] > worst:
                chance = self.shoots(it, it.shot, it.at, at)
                if chance:
                    worst = max(worst, chance * shots[self.terrain.screen(it.at, at)])
            cost += share * worst
        return cost * self.caution

    def _menaced(self, me: Target) -> list[Menace]:
        """The foes that may attack somebody, and what each one's attack counts."""
        found = []
        for it in self.foes:
            if it.broken:
                continue
            rivals = self._rivals(it)
            here = self.menace(it, me.at)[0] is not None
            weight = (1.0 if self.able(it) else NEXT) / max(1, rivals if here else rivals + 1)
            blow = me.stature * against(it.melee, me).toll.cost if it.melee is not None else 0.0
            shots = {OPEN: 0.0}
            if it.shot is not None:
                shots = {screen: me.stature * against(it.shot, me, screen).toll.cost for screen in SCREENS}
            found.append(Menace(it, self.strikes(it), blow, shots, weight))
        return found

    def _rivals(self, it: Target) -> int:
        """How many of ours a foe could choose from."""
        found = self._choices.get(it.id)
        if found is None:
            found = sum(self.menace(it, friend.at)[0] is not None for friend in self.friends)
            self._choices[it.id] = found
        return found

    def openings(self, me: Target, start: ZonePlace, end: ZonePlace) -> float:
        """What those may do who can strike at somebody leaving, or passing by, less what that costs them."""
        if me.body.sheet.hidden:
            return 0.0
        flies, cost = me.body.sheet.profile.flies, 0.0
        way = self.terrain.fares(start, flies=flies)
        whole = way.get(end, 0)
        for it in self.foes:
            around = self.terrain.near[it.at]
            arms = [arm for arm in (it.melee, it.shot) if arm is not None]
            if not arms or end in around or not self.able(it):
                continue
            if start not in around:
                fares = self.terrain.fares
                if not any(way.get(q, FAR) + fares(q, flies=flies).get(end, FAR) <= whole for q in around):
                    continue
            loss = me.stature * max(against(arm, me).toll.cost for arm in arms)
            cost += max(0.0, loss - 0.5 * it.turn)
        return cost

    def seen(self, place: ZonePlace) -> float:
        """The share of the foes who see a place."""
        return sum(self.terrain.sees(it.at, place) for it in self.foes) / len(self.foes) if self.foes else 0.0

    # -- attacks

    def answers(self, it: Target, me: Target, place: ZonePlace) -> tuple[Arm | None, float]:
        """What somebody could counter an attack from a place with, and the chance that it hits."""
        best: Arm | None = None
        chance = 0.0
        if it.melee is not None and it.at in self.terrain.near[place]:
            best, chance = it.melee, 1.0
        if it.shot is not None:
            share = self.shoots(it, it.shot, it.at, place, leaning=True)  # whoever attacks has leant out
            if share * it.shot.mean > chance * (best.mean if best else 0.0):
                best, chance = it.shot, share
        return best, chance

    def duel(self, me: Target, arm: Arm, place: ZonePlace, it: Target, hit: float, *, surprise: bool = False) -> Duel:
        """What an attack from a place comes to."""
        screen = self.terrain.screen(place, it.at)
        plain = against(arm, it, screen, surprise=surprise)
        turn = self.now(it)
        free = "nimble" in it.body.sheet.profile.skills and not it.body.sheet.dodged and it.id not in self.held
        if surprise or (not self.able(it) and not free):
            return _duel(plain.toll, NOTHING, hit, it.stature, me.stature, turn * plain.toll.out)
        braced = against(arm, it, screen, reacted=True)
        found = [(plain.toll, NOTHING, turn * plain.toll.out)]
        dodged = mix(NOTHING, braced.toll, it.AGI)
        found.append((dodged, NOTHING, 0.0 if free else turn))
        answer, chance = self.answers(it, me, place) if self.able(it) else (None, 0.0)
        if answer is not None:
            back = against(answer, me, self.terrain.screen(it.at, place), reacted=True)
            both = bout(
                braced.damage,
                back.damage,
                (braced.health, braced.limit),
                (back.health, back.limit),
                riposte="riposte" in it.body.sheet.profile.skills,
            )
            found.append((mix(both.target, braced.toll, chance), mix(both.attacker, NOTHING, chance), turn))
        duels = [_duel(took, gave, hit, it.stature, me.stature, spent) for took, gave, spent in found]
        return min(duels, key=lambda duel: duel.sum)

    def options(self, me: Target, place: ZonePlace, it: Target, *, moving: bool) -> Iterator[tuple[Arm, float]]:
        """The arms somebody could attack a foe with from a place, each with its chance to hit."""
        near = it.at in self.terrain.near[place]
        for arm in me.arms:
            if arm.blast or not usable(me, arm, it):
                continue
            if arm.mode == "melee":
                far = arm.reach and self.terrain.span(place, it.at) <= arm.reach and self.terrain.sees(place, it.at)
                if near or (far and not self.keeps_off(arm, place, it.at)):
                    yield arm, 1.0 if self.terrain.sees(place, it.at) else me.WIT
                continue
            chance = self.shoots(me, arm, place, it.at)
            if not chance:
                continue
            if moving:
                if arm.mode == "indirect" or self.terrain.span(place, it.at) > half(arm.reach):
                    continue
                chance = me.WIT
            yield arm, chance

    def full_places(self, me: Target) -> set[ZonePlace]:
        """Places without room for one more of its size."""
        zones = self.board.space.zones
        there: dict[ZonePlace, list[int]] = {}
        for c in self.board.state.combatants.values():
            if c.id != me.id and c.sheet.up and c.id != me.body.sheet.grabbing:
                there.setdefault(c.at, []).append(c.sheet.profile.side_length)
        size = me.body.sheet.profile.side_length
        return {place for place, sizes in there.items() if not zones.fits(place, sizes, size)}


class Menace(NamedTuple):
    """A foe that may attack somebody: where it strikes, what its blows and shots cost, and how likely they are."""

    it: Target
    zone: frozenset[ZonePlace]
    blow: float
    shots: Mapping[Screen, float]
    """What a shot costs, by what is between."""
    share: float


SCREENS = tuple(Screen(cover, veil) for cover in (False, True) for veil in (False, True))


@lru_cache(maxsize=16384)
def _duel(took: Toll, gave: Toll, hit: float, worth: float, own: float, spent: float) -> Duel:
    return Duel(
        hit * worth * took.out,
        hit * worth * WOUND * took.hurt,
        hit * own * gave.cost,
        hit * spent,
    )


def usable(me: Target, arm: Arm, it: Target) -> bool:
    """Whether a weapon could do anything to somebody, as far as the two of them tell."""
    traits = arm.weapon.traits
    if "unholy only" in traits and it.body.sheet.profile.kind not in ("undead", "demon"):
        return False
    sheet = me.body.sheet
    if "unaware only" in traits and not (sheet.hidden or sheet.grabbing == it.id):
        return False
    return not (sheet.grabbing == it.id and arm.weapon.hands >= 2)


def weigh(*parts: Weighed) -> Weighed:
    """Features of several things that come together."""
    found: Weighed = {}
    for part in parts:
        for name, value in part.items():
            found[name] = found.get(name, 0.0) + value
    return found


# ------------------------------------------------------------------ what the side wants


def prize(outlook: Outlook, it: Target) -> float:
    """What somebody's fall counts beyond its stature: more if the battle turns on it."""
    aim = GOALS.aim(outlook.board, it.side)
    if aim.goal == "protect" and it.body.sheet.profile.name == aim.who:
        return 2.0
    return 1.0


def goal(outlook: Outlook, me: Body) -> Fares | None:
    """How far every place is from where the side wants this member; None if it wants nothing of the kind."""
    aim = GOALS.ground(outlook.board, me.side)
    if aim is None or (aim.goal == "escape" and aim.who not in ("", me.sheet.profile.name)):
        return None
    places = tuple(objective_zones(outlook.board, aim))
    return outlook.terrain.hope(places) if places else None


__all__ = ["FAR", "Duel", "Menace", "Outlook", "Weighed", "goal", "prize", "usable", "weigh"]
