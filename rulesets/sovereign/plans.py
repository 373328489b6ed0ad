"""Advice on a member's turn: each option with what the best plan that begins with it is good for.

A plan is where to go, what to attack from there, and how one stands when the foes' turn comes. Only good cells are
looked at: those from which somebody can be attacked, those on the way, those that are safe.
"""

from __future__ import annotations

from game.spatial.places import written
from rulesets.sovereign.courage import plays_morale, wavers
from rulesets.sovereign.estimate import MAUL, Arm, Target, blow
from rulesets.sovereign.outlook import KEPT_MAIN, Outlook, goal_layers, prize
from rulesets.sovereign.reading import in_clinch
from rulesets.sovereign.terrain_cache import FAR, distance_of, nearest

Weighed = dict[str, float]
Advice = dict[str, Weighed]

CELLS = 6
"""Places that are looked at for one foe and one arm."""

ENOUGH = 3
"""Foes that are looked at in full when there are many: those whose fall is worth most."""


class Plans:
    """The options of one member on its turn, as they are found."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.advice: Advice = {}
        sheet = outlook.me.sheet
        self.main, self.move = sheet.main, sheet.move
        self.clinch = in_clinch(outlook.board, outlook.me)
        self.tied = bool(outlook.here & outlook.engaging)
        """An armed foe is in melee range."""
        self.fights = False
        """Whether some plan attacks with the arm that the member fights with by choice."""
        self._stands: dict[tuple[int, bool], Weighed] = {}

    def offer(self, key: str, *parts: Weighed) -> None:
        """Advise on an option; of two plans that begin alike the better counts."""
        features: Weighed = {}
        for part in parts:
            for name, value in part.items():
                features[name] = features.get(name, 0.0) + value
        known = self.advice.get(key)
        if known is None or rough(features) > rough(known):
            self.advice[key] = features

    # -- how it stands at the end

    def stand(self, bit: int, *, kept: bool = False) -> Weighed:
        """How the member stands at a place when the foes' turn comes; ``kept``: with its Main Action unspent."""
        found = self._stands.get((bit, kept))
        if found is None:
            found = self._stands[bit, kept] = self._weigh_place(bit, kept)
        return found

    def _weigh_place(self, bit: int, kept: bool) -> Weighed:
        outlook = self.outlook
        exposed = outlook.exposure(bit)
        found: Weighed = {"exposed": exposed * KEPT_MAIN if kept else exposed}
        charged = outlook.charged(bit)
        if charged:
            found["charged"] = charged * KEPT_MAIN if kept else charged
        if self.main and not kept and not self.move and not bit & outlook.here:
            found["spent"] = exposed + charged
        mine = outlook.mark
        near = 0
        for friend in outlook.friends:
            if outlook.terrain.square(friend.at, friend.size, 2) & bit:
                near += 1
        if near:
            found["support"] = float(min(near, 2))
        if outlook.engaging & bit and mine.shooter:
            found["pinned"] = 1.0
        elif mine.melee is not None:
            for it, zone in outlook.zones if mine.reach else ():
                if zone & bit and it.shooter:
                    found["pins"] = found.get("pins", 0.0) + it.stature
            for it in outlook.foes:
                if it.shooter and outlook.terrain.square(it.at, it.size, 1) & bit and not bit & outlook.threat:
                    found["pins"] = found.get("pins", 0.0) + it.stature
        if outlook.terrain.perils & bit and not bit & outlook.here:
            found["peril"] = 1.0
        goal = goal_layers(outlook)
        if goal:
            before, after = distance_of(goal, outlook.here), distance_of(goal, bit)
            if after < FAR:
                found["goal"] = float(min(before, 60) - after)
                if after == 0:
                    found["on goal"] = 1.0
        return found

    # -- attacks

    def extra(self, arm: Arm, it: Target, bit: int, *, upright: bool = False) -> int | None:
        """The modifiers of an attack from a place, or None if it can't be made from there."""
        outlook = self.outlook
        terrain, mine = outlook.terrain, outlook.mark
        extra = 0
        if arm.mode == "melee":
            if not terrain.ring(outlook.space, it.at, it.size, mine.size, arm.reach) & bit:
                return None
            glimpse = terrain.seeing(outlook.space, it.at, it.size)
            if it.prone:
                extra += 2
            if mine.prone and not upright:
                extra -= 4
        else:
            if not arm.loaded or not terrain.square(it.at, it.size, arm.far) & bit:
                return None
            glimpse = terrain.seeing(outlook.space, it.at, it.size)
            close = bool(terrain.square(it.at, it.size, 1) & bit)
            if it.prone:
                extra += 2 if close else -2
            if not terrain.square(it.at, it.size, arm.near) & bit:
                extra -= 2
            if outlook.engaging & bit:
                if arm.mode == "shot" and arm.two_handed and not arm.deadeye:
                    return None
                extra -= 4
        if glimpse.clear & bit:
            return extra
        if glimpse.half & bit:
            return extra - 2
        return extra - 4 if glimpse.full & bit else None

    def strike(self, arm: Arm, it: Target, extra: int, *, share: float = 1.0) -> Weighed:
        """What an attack is good for."""
        outlook = self.outlook
        taken, down = blow(arm, it, extra)
        worth = share * it.stature * prize(outlook, it)
        found = {"harm": worth * taken / it.hp, "down": worth * down}
        if arm.mode == "thrown" and arm.last:
            found["disarmed"] = outlook.mark.stature
        body = outlook.board.now(it.id)
        if wavers(outlook.board, body):
            found["beaten"] = found["harm"] + found["down"]
            return found
        lost = down
        spare = it.hp - it.full // 2
        if it.wavers and plays_morale(outlook.board):
            lost = blow(arm, it._replace(hp=spare), extra)[1]
            found["breaks"] = worth * (lost - down)
        heart = outlook.courages[body.side]
        if heart.needed:
            found["rout"] = share * lost * heart.subject / (heart.needed * heart.needed)
        return found

    def arms(self) -> list[Arm]:
        """The arms worth thinking about: the best of each mode."""
        mine = self.outlook.mark
        if self.clinch:
            return [arm for arm in mine.arms if arm.mode == "melee" and arm.key == "unarmed"] or [
                arm for arm in mine.arms if arm.mode == "melee"
            ]
        return [arm for arm in (mine.melee, mine.shot) if arm is not None]

    def attacks_here(self, after: Weighed | None = None) -> None:
        """Attacks from where the member stands; ``after``: how it will stand if it still goes somewhere afterwards."""
        outlook = self.outlook
        for arm in self.arms():
            for it in outlook.foes:
                extra = self.extra(arm, it, outlook.here)
                if extra is None:
                    continue
                self.fights = self.fights or arm is outlook.arm
                end = self.stand(outlook.here)
                if after is not None and arm.mode != "melee" and rough(after) > rough(end):
                    end = after
                key = f"{MAUL} {it.id}" if arm.verb == MAUL else f"{arm.verb} {it.id} {arm.key}"
                self.offer(key, self.strike(arm, it, extra), end)

    def attacks_there(self) -> None:
        """Runs to places from which somebody can be attacked."""
        outlook = self.outlook
        reach = outlook.reach & ~outlook.here
        for arm in self.arms():
            for it in self.worthwhile():
                for cell, bit in self.posts(arm, it, reach):
                    extra = self.extra(arm, it, bit)
                    if extra is None:
                        continue
                    self.fights = self.fights or arm is outlook.arm
                    risk = {"risk": outlook.risk(outlook.openings(bit)), "steps": float(outlook.cost(bit))}
                    self.offer(f"run {written(cell)}", self.strike(arm, it, extra, share=0.98), self.stand(bit), risk)

    def worthwhile(self) -> list[Target]:
        """The foes to think of going to: all if they are few, else those worth most."""
        foes = self.outlook.foes
        if len(foes) <= ENOUGH + 2:
            return foes
        at = self.outlook.me.at
        space = self.outlook.space
        return sorted(foes, key=lambda it: (space.distance(at, it.at) // 4, it.hp, -it.stature))[: ENOUGH + 2]

    def posts(self, arm: Arm, it: Target, reach: int) -> list[tuple[tuple[int, int], int]]:
        """Good places to attack a foe from: without giving openings, out of the others' way, near."""
        outlook = self.outlook
        terrain, space, mine = outlook.terrain, outlook.space, outlook.mark
        if arm.mode == "melee":
            mask = terrain.ring(space, it.at, it.size, mine.size, arm.reach) & reach
            if not mask:
                return []
            mask = _prefer(mask, outlook.unopposed)
            if arm.reach > 1:
                mask = _prefer(mask, ~outlook.engaging)
            if mask.bit_count() > CELLS:
                for menace in outlook.menaces:
                    if menace.it is not it:
                        mask = _prefer(mask, ~(menace.zone | menace.clear))
            return outlook.nearer(mask, CELLS)
        glimpse = terrain.seeing(space, it.at, it.size)
        mask = glimpse.any & reach & terrain.square(it.at, it.size, arm.far)
        mask = _prefer(mask, outlook.unopposed)
        mask = _prefer(mask, ~outlook.engaging)
        mask = _prefer(mask, terrain.square(it.at, it.size, arm.near))
        if not mask:
            return []
        found = outlook.nearer(_prefer(mask, glimpse.clear), 1)
        safe = mask
        for menace in sorted(outlook.menaces, key=lambda m: -m.blow):
            safe = _prefer(safe, ~menace.zone)
        for menace in sorted(outlook.menaces, key=lambda m: -m.shot):
            safe = _prefer(safe, ~menace.clear)
        found += outlook.nearer(safe, 1) + outlook.nearer(_prefer(safe, glimpse.clear), 2)
        return list(dict.fromkeys(found))

    # -- moves

    def retreats(self) -> list[tuple[tuple[int, int], int]]:
        """Places to be safer in, from which there is still something to shoot at if possible."""
        outlook = self.outlook
        mask = outlook.unopposed & ~outlook.here
        if not mask:
            return []
        for menace in sorted(outlook.menaces, key=lambda m: -m.blow):
            mask = _prefer(mask, ~menace.zone)
        for menace in sorted(outlook.menaces, key=lambda m: -m.shot):
            mask = _prefer(mask, ~menace.clear)
        sees = 0
        for it in outlook.foes:
            sees |= outlook.terrain.seeing(outlook.space, it.at, it.size).any
        return outlook.nearer(_prefer(mask, sees), 2)

    def approaches(self) -> bool:
        """Runs towards somebody to fight: the fastest, and the safest that gets nearer; whether there is a way."""
        outlook = self.outlook
        reach = outlook.unopposed & ~outlook.here
        shelter = ~0
        for menace in outlook.menaces:
            shelter &= ~(menace.zone | menace.clear | menace.half)
        ways = [outlook.towards(it) for it in outlook.foes]
        now = min((distance_of(layers, outlook.here) for layers in ways), default=FAR)
        for layers in ways:
            for mask in (reach, reach & shelter):
                then, cells = nearest(layers, mask)
                if then >= now:
                    continue
                for cell, bit in outlook.nearer(cells, 2):
                    gain = {"advance": outlook.eagerness * (now - then), "far": float(then)}
                    self.offer(f"run {written(cell)}", gain, self.stand(bit, kept=self.move and self.main))
        return now < FAR

    def rests(self) -> None:
        """Ending the turn here."""
        outlook = self.outlook
        self.offer("done", self.stand(outlook.here, kept=self.main), {"idle": float(self.main)})


def rough(features: Weighed) -> float:
    """A first opinion on a plan, to choose between plans that begin with the same option."""
    return (
        features.get("harm", 0.0)
        + features.get("down", 0.0)
        + features.get("breaks", 0.0)
        + 0.2 * features.get("rout", 0.0)
        - 0.7 * features.get("beaten", 0.0)
        + 0.15 * features.get("advance", 0.0)
        - 0.6 * features.get("exposed", 0.0)
        - features.get("risk", 0.0)
        - 0.5 * features.get("pinned", 0.0)
        + 0.3 * features.get("goal", 0.0)
    )


def _prefer(mask: int, plane: int) -> int:
    """The part of a mask in a plane, if there is any."""
    return mask & plane or mask
