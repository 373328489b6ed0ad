"""Advice on a turn: each option with what the best plan that begins with it is good for.

A plan is where to go, what to attack from there, where to go with the movement that is left, and how one stands when
the others have their turn.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.spatial.places import ZonePlace, written
from rulesets.murdham.aims import ON_THE_MOVE, VERBS
from rulesets.murdham.cost import has_attack
from rulesets.murdham.estimate import Arm, Target, as_target
from rulesets.murdham.moving import budget, left, may_move, yet_to_move
from rulesets.murdham.outlook import Outlook, Weighed, goal, prize, weigh
from rulesets.murdham.sheet import Body, MurdhamBoard
from rulesets.murdham.terrain_cache import FAR, Fares

Advice = dict[str, Weighed]

LATER = 0.97
"""What an attack counts that needs a step first."""

FEW = 2
"""Ways to come nearer that are looked at."""

MORE = 6
"""Further ones of which the safest is looked at too."""

TIGHT = 12
"""Bodies that a place holds in which those behind are of little help."""


class Plans:
    """The options of one combatant on its turn, as they are found."""

    def __init__(self, board: MurdhamBoard, me: Body) -> None:
        self.board, self.me = board, me
        self.mark: Target = as_target(me)
        self.outlook = Outlook(board, me.side)
        self.advice: Advice = {}
        turn = board.state.turn
        self.main, self.halves = turn.main, turn.halves
        self.strikes = has_attack(board)
        self.moving = turn.halves > 0
        self.taunter = me.sheet.taunted
        self.flies = me.sheet.profile.flies
        self.mobile = may_move(board, me)
        self.full = self.outlook.full_places(self.mark)
        self.free: Fares = {me.at: 0}
        if self.mobile:
            self.free = self.way(me.at, left(board, me))
        self.fights = 0.0
        """The best attack found, in statures."""
        self._stands: dict[ZonePlace, Weighed] = {}
        self._needs: dict[ZonePlace, float] = {}
        self._front: float | None = None

    def offer(self, key: str, *parts: Weighed) -> None:
        """Advise on an option; of two plans that begin alike the better counts."""
        features = weigh(*parts)
        known = self.advice.get(key)
        if known is None or rough(features) > rough(known):
            self.advice[key] = features

    def way(self, start: ZonePlace, halves: int) -> Fares:
        """Where one gets with so many half-zones, without going nearer to what one fears."""
        found = self.outlook.terrain.reach(start, halves, self.full, flies=self.flies)
        for who in self.me.sheet.fears:
            source = self.board.state.combatants.get(who)
            if source is None or not source.sheet.up:
                continue
            span = self.outlook.terrain.span
            found = {p: c for p, c in found.items() if span(p, source.at) >= span(start, source.at) and p != source.at}
            found[start] = 0
        return found

    # -- how it stands at the end

    def stand(self, place: ZonePlace) -> Weighed:
        """How the combatant stands in a place when its turn is over."""
        found = self._stands.get(place)
        if found is None:
            found = self._stands[place] = self._weigh_place(place)
        return found

    def _weigh_place(self, place: ZonePlace) -> Weighed:
        outlook, me = self.outlook, self.mark
        found: Weighed = {"exposed": outlook.exposure(me, place)}
        friends = sum(friend.id != me.id and friend.at in outlook.terrain.near[place] for friend in outlook.friends)
        if friends:
            found["support"] = float(min(friends, 2))
            if outlook.terrain.zones.capacity(place) <= TIGHT:
                found["crowd"] = found["support"]
        if place in outlook.terrain.burning and not self.flies:
            found["peril"] = 1.0
        if me.melee is not None and (me.shot is None or me.shot.mean < me.melee.mean):
            pins = sum(
                it.stature for it in outlook.foes if it.at in outlook.terrain.near[place] and not outlook.able(it)
            )
            if pins:
                found["presses"] = pins
        way = goal(outlook, self.me)
        if way:
            before, after = way.get(self.me.at, FAR), way.get(place, FAR)
            if after < FAR:
                found["goal"] = float(min(before, 40) - after)
                if after == 0:
                    found["on goal"] = 1.0
        return found

    def end(self, place: ZonePlace, halves: int) -> Weighed:
        """The best place to end in with so many half-zones left, with what it costs to get away."""
        best = self.stand(place)
        if halves > 0 and self.mobile:
            value = rough(best)
            for there, cost in self.way(place, halves).items():
                if cost:
                    features = weigh(self.stand(there), {"risk": self.outlook.openings(self.mark, place, there)})
                    if rough(features) > value + 0.02:
                        best, value = features, rough(features)
        return best

    def need(self, place: ZonePlace) -> float:
        """Half-zones to go from a place until there is somebody to fight."""
        found = self._needs.get(place)
        if found is None:
            found = self._needs[place] = self._need(place)
        return found

    def _need(self, place: ZonePlace) -> float:
        outlook, me = self.outlook, self.mark
        terrain, best = outlook.terrain, float(FAR)
        shooter = me.shot is not None and (me.melee is None or me.shot.mean >= me.melee.mean)
        for it in outlook.foes:
            way = terrain.hope((it.at,)).get(place, FAR)
            if shooter and me.shot is not None:
                if outlook.shoots(me, me.shot, place, it.at) == 1.0:
                    return 0.0
                best = min(best, 1.0 + 0.5 * way)
            elif it.at in terrain.near[place]:
                return 0.0
            else:
                best = min(best, float(way - 1))
        return best

    def ahead(self, place: ZonePlace) -> float:
        """Half-zones by which a place is nearer to the foes than the friends are on average."""
        if self._front is None:
            others = [self.need(it.at) for it in self.outlook.friends if it.id != self.me.id]
            self._front = sum(others) / len(others) if others else 0.0
        return max(0.0, self._front - self.need(place))

    # -- attacks

    def targets(self) -> list[Target]:
        """Foes to attack: only the one whose taunt it answers, if there is one."""
        if self.taunter and any(it.id == self.taunter for it in self.outlook.foes):
            return [it for it in self.outlook.foes if it.id == self.taunter]
        return self.outlook.foes

    def armed(self, arms: Iterable[tuple[Arm, float]]) -> bool:
        """Whether bare hands are not asked for, as there is a weapon for that blow (ruling M-38)."""
        if "brawler" in self.me.sheet.profile.skills:
            return False
        return any(arm.held and arm.mode == "melee" and arm.key != "unarmed" and not arm.blast for arm, _ in arms)

    def attacks(self) -> None:
        """Attacks from here, and steps to places from which somebody can be attacked."""
        outlook, me = self.outlook, self.mark
        hidden = self.me.sheet.hidden
        spare = left(self.board, self.me)
        for place, cost in self.free.items():
            here = place == self.me.at
            share = 1.0 if here else LATER
            for it in self.targets():
                arms = list(outlook.options(me, place, it, moving=self.moving or not here))
                for arm, chance in arms:
                    if not arm.die and "entangles" not in arm.weapon.traits:
                        continue
                    if arm.key == "unarmed" and self.armed(arms):
                        continue
                    surprise = hidden and (here or not outlook.board.state.turn.round)
                    value = self.blow(arm, place, it, chance, surprise=surprise and here)
                    if not value:
                        continue
                    rest = spare - cost if arm.mode == "melee" or self.moving or not here else 0
                    end = self.end(place, rest)
                    if not arm.held:
                        if here:
                            self.offer(f"equip {arm.key}", weigh(_shared(value, LATER), end, {"draws": 1.0}))
                        continue
                    if here:
                        self.fights = max(self.fights, rough(value))
                        self.offer(f"{VERBS[arm.mode]} {it.id} {arm.key}", value, end)
                    else:
                        risk = {"risk": outlook.openings(me, self.me.at, place), "steps": float(cost)}
                        if hidden:
                            risk["reveals"] = float(outlook.seen(place) > 0)
                        self.fights = max(self.fights, rough(value) - risk["risk"])
                        self.offer(f"move {written(place)}", _shared(value, share), end, risk)

    def runs(self) -> None:
        """Shots on the move from here, with the steps afterwards to where one stands better (A-43, ruling M-2)."""
        here = self.me.at
        if not yet_to_move(self.board, self.me):
            return
        end = self.end(here, left(self.board, self.me))
        for it in self.targets():
            for arm, chance in self.outlook.options(self.mark, here, it, moving=True):
                if arm.mode == "melee" or not arm.held or not (arm.die or "entangles" in arm.weapon.traits):
                    continue
                value = self.blow(arm, here, it, chance, surprise=self.me.sheet.hidden)
                if value:
                    self.offer(f"{ON_THE_MOVE}{VERBS[arm.mode]} {it.id} {arm.key}", value, end)

    def blow(self, arm: Arm, place: ZonePlace, it: Target, chance: float, *, surprise: bool) -> Weighed:
        """What an attack is good for."""
        outlook = self.outlook
        if not arm.die:
            caught = chance * (1 - it.STR) * (1 - 0.5 * it.AGI * outlook.able(it))
            free = it.id not in outlook.held and not it.body.sheet.entangled
            return {"holds": caught * it.stature, "spends": 1.0} if free else {}
        duel = outlook.duel(self.mark, arm, place, it, chance, surprise=surprise)
        value = _shared(duel.weighed(), prize(outlook, it))
        if "consumed" in arm.weapon.traits:
            value["spends"] = 1.0
        if self.me.sheet.grabbing and self.me.sheet.grabbing != it.id:
            value["lets go"] = 1.0
        return value

    # -- moves

    def approaches(self) -> None:
        """Full movement, or a sprint, towards somebody to fight: the fastest ways and the safest."""
        outlook, me = self.outlook, self.me
        if not self.mobile:
            return
        now = self.need(me.at)
        verbs = [("move", self.free)]
        if self.main and not self.taunter:
            done = self.halves
            verbs.append(("full", self.way(me.at, budget(self.board, me, full=True) - done)))
            if now > 8:
                sprint = budget(self.board, me, full=True, special="sprint") - done
                verbs.append(("sprint", self.way(me.at, sprint)))
        known: set[ZonePlace] = {me.at}
        way = goal(outlook, me) or {}
        for verb, places in verbs:
            found = []
            for place, cost in places.items():
                if place in known:
                    continue
                known.add(place)
                gain = now - self.need(place)
                nearer = way.get(me.at, FAR) - way.get(place, FAR)
                if gain > 0 or nearer > 0:
                    found.append((-(gain + nearer), cost, place))
            found.sort()
            chosen = [place for _, _, place in found[:FEW]]
            if len(found) > FEW:
                others = [place for _, _, place in found[FEW : FEW + MORE]]
                chosen.append(min(others, key=lambda p: self.stand(p)["exposed"]))
            for place in chosen:
                gain = max(0.0, now - self.need(place))
                risk = {"risk": outlook.openings(self.mark, me.at, place)}
                if verb == "sprint" and me.sheet.sprinted == self.board.state.turn.round - 1:
                    gain *= self.mark.AGI
                ahead, seen = self.ahead(place), outlook.seen(place)
                progress = {"advance": outlook.eager * gain, "far": self.need(place), "ahead": ahead}
                progress["advance seen"], progress["ahead seen"] = seen * progress["advance"], seen * ahead
                if me.sheet.hidden and seen:
                    progress["reveals"] = 1.0
                self.offer(f"{verb} {written(place)}", progress, self.stand(place), risk)

    def shelters(self) -> None:
        """Steps to where one stands better."""
        if not self.mobile:
            return
        here, now = rough(self.stand(self.me.at)), self.need(self.me.at)
        places = dict(self.free)
        if self.main and not self.taunter and not self.board.state.turn.full:
            more = budget(self.board, self.me, full=True) - self.halves
            places = {**self.way(self.me.at, more), **places}
        found = []
        for place in places:
            if place == self.me.at:
                continue
            features = dict(self.stand(place))
            features["advance"] = self.outlook.eager * (now - self.need(place))
            if self.main:
                features["far"] = self.need(place)
            if rough(features) > here + 0.02:
                features["risk"] = self.outlook.openings(self.mark, self.me.at, place)
                if rough(features) > here + 0.02:
                    found.append((-rough(features), place, features))
        found.sort(key=lambda one: one[:2])
        for _, place, features in found[:2]:
            verb = "move" if place in self.free else "full"
            self.offer(f"{verb} {written(place)}", features)

    def rests(self) -> None:
        """Ending the turn here."""
        idle = {"idle": 1.0} if self.strikes else {}
        if self.main:
            idle["far"] = self.need(self.me.at)
        self.offer("done", self.stand(self.me.at), idle)


def _shared(features: Weighed, share: float) -> Weighed:
    return features if share == 1.0 else {name: share * value for name, value in features.items()}


def rough(features: Weighed) -> float:
    """A first opinion on a plan, to choose between plans that begin with the same option."""
    get = features.get
    return (
        get("down", 0.0)
        + get("harm", 0.0)
        + get("tempo", 0.0)
        + get("holds", 0.0)
        - get("loss", 0.0)
        - get("risk", 0.0)
        - 0.6 * get("exposed", 0.0)
        - 1.5 * get("peril", 0.0)
        + 0.05 * get("advance", 0.0)
        + 0.04 * get("support", 0.0)
        + 0.06 * get("presses", 0.0)
        + 0.1 * get("goal", 0.0)
        + 0.6 * get("on goal", 0.0)
        - 0.2 * get("spends", 0.0)
        - 0.25 * get("reveals", 0.0)
    )
