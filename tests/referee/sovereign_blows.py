"""Sovereign's attacks judged again: who may make them, what is added, what hits, and what must follow."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Id
from rulesets.sovereign.play import events as told
from rulesets.sovereign.sheet.sheet import Body, Weapon
from tests.referee.judging import Fact, Fought
from tests.referee.sovereign_sheets import (
    OUT_OF_SIGHT,
    Parts,
    able,
    about,
    added,
    armour,
    attack,
    clinched,
    corners,
    feet,
    foes,
    has,
    holders,
    in_hands,
    knows,
    pair,
    parts,
    reach,
    screening,
    sees,
    shock,
    skill,
    threatens,
    weapon,
)
from tests.referee.sovereign_turns import Turns

ACTION = {"charge": ("E-32", 2), "snap attack": ("E-25", -4)}
"""What an action adds to its attack, by which rule."""

SPLASH = "d3"
"""Of military oil that misses (ruling S-29)."""


@dataclass
class Blow:
    """One attack, from its declaration on."""

    who: Id
    target: Id
    weapon: str
    mode: str
    aim: str
    action: str
    others: int
    """Other assailants of a swarm."""
    total: int = 0
    rolled: bool = False
    second: str = ""
    """The other of two weapons, as it was rolled."""
    turned: bool | None = None
    """Whether luck makes it a hit, or a miss; None: there was none."""


class Blows(Turns):
    """Judges attacks from their declaration to their hit or miss."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.open: list[Blow] = []
        """Attacks that are not over, each declared during the one before it."""
        self.due: list[tuple[object, ...]] = []
        """What must be told next, in this order."""
        self.band: list[Id] | None = None
        """Who has pressed the swarm that is about to strike."""
        self.routine: dict[Id, tuple[str, ...]] = {}
        """Blows that a creature's Main Action has left."""
        self.charged: set[Id] = set()
        self.guarded: set[Id] = set()
        """On Total Defense."""
        self.shielded: set[Id] = set()
        """Whose shield has turned a Shock this round."""
        self.snapping: dict[Id, Id | None] = {}
        self.struck_at: tuple[Id, Id | None] | None = None
        """The attack of opportunity that was announced: whose, at whom."""
        self.screens: dict[Id, int] = {}
        """Screeners that may stop the attack declared last, each with what it takes to get past."""
        self.must: set[Id] = set()
        """Of those, the ones that must be got past."""
        self.stopped: dict[Id, int] = {}
        """Screeners that were not got past."""
        self.last_arm = ""
        """Of the attack that missed last."""

    def meets(self, rule: str, found: tuple[object, ...]) -> None:
        """What is told is what was due."""
        self.same(rule, f"{found[0]} as it was due", found, self.due.pop(0) if self.due else "nothing")

    # -- attacks

    def declared(self, fact: Fact, e: told.AttackDeclared) -> None:
        """By whom it may be made, and what was given for it (E-15, E-19, E-25, E-28, E-32)."""
        me, it = fact.before.now(e.who), fact.before.now(e.target)
        self.holds("E-22", f"{e.who} is fit to attack, and {e.target} a foe", able(me.sheet) and me.side != it.side)
        band = self.band
        others = len(band) - 1 if band else 0
        match e.action:
            case "attack of opportunity":
                self.same("E-19", "whose attack it is", (e.who, e.target), self.struck_at)
            case "snap attack":
                self.same(
                    "E-25", f"the snap attack of {e.who}", (e.who, e.target), (e.who, self.snapping.pop(e.who, None))
                )
            case "charge":
                walk = self.walks.pop(e.who, None)
                self.holds(
                    "E-32", f"{e.who} has come 5 ft", walk is not None and walk.how == "charge" and me.at != walk.start
                )
            case _ if band:
                self.same("E-28", f"{e.who} of {band}", e.action, "swarm attack" if others else "attack")
                self.holds("E-28", f"{e.who} has joined", e.who in band and len(band) <= 5)
                turn = fact.before.state.turn
                its = turn.phase == "turn" and turn.side == me.side
                self.holds("E-89", f"{e.who} is of good heart out of its turn", its or not me.sheet.fleeing)
            case _:
                alike = {"attack": "harm", "shove": "shove", "grapple": "grapple"}
                self.same("E-74", f"what {e.who} attacks for", e.aim, alike.get(e.action))
                blows = self.routine.pop(e.who, ())
                if e.weapon in blows:
                    self.routine[e.who] = blows[blows.index(e.weapon) + 1 :]
                else:
                    self.acts(fact, "E-15", e.who, "main")
                    listed = me.sheet.profile.routine
                    if e.weapon in listed:
                        self.routine[e.who] = listed[listed.index(e.weapon) + 1 :]
        self.struck_at = None
        fists = e.weapon == "unarmed" or e.aim != "grapple"
        self.holds(
            "E-75",
            f"{e.who} grips with bare hands, and strikes hand to hand for it",
            fists and (e.aim == "harm" or e.mode == "melee"),
        )
        self.open.append(Blow(e.who, e.target, e.weapon, e.mode, e.aim, e.action, others))
        self.screened(fact, self.open[-1])

    def screened(self, fact: Fact, blow: Blow) -> None:
        """Who stands between, and what it takes to get past (E-34, E-36, E-38, ruling S-14)."""
        board, me, ward = fact.before, fact.before.now(blow.who), fact.before.now(blow.target)
        self.screens, self.must, self.stopped = {}, set(), {}
        arm = weapon(me.sheet, blow.weapon)
        far = reach(me.sheet, arm) if blow.mode == "melee" else arm.long_range
        for c in board.state.combatants.values():
            if self.wards.get(c.id) != blow.target or not able(c.sheet) or c.sheet.fleeing:
                continue
            met, profile = about(c.sheet, "screened"), c.sheet.profile
            most = max(skill(profile, name) for name in ("Brawl", "Stab", "Shoot"))
            most += "valiant defender" in profile.feats
            close = feet(board, c, ward) <= 5 and not c.sheet.prone and not holders(board, c.id)
            parries = feet(board, me, c) <= far and sees(board, c, me) and knows(board, me.side, c)
            if close and parries and (blow.who in met or len(met) < most):
                self.screens[c.id] = 8 + screening(c.sheet)
                if blow.mode == "melee" or feet(board, me, c) < feet(board, me, ward):
                    self.must.add(c.id)

    def attack(self, fact: Fact, e: told.AttackRolled) -> None:
        """d20 and all that is added against AC (E-55 to E-64); what must hold so that there may be a roll."""
        board, me, it = fact.before, fact.before.now(e.who), fact.before.now(e.target)
        blow = self.open[-1] if self.open else None
        self.same("E-55", "the attack that is rolled", e.who, blow.who if blow else None)
        if blow is None or blow.who != e.who:
            return
        self.same("E-35", f"whom {e.who} attacks", e.target, blow.target)
        self.same(
            "E-55", f"the die of {e.who}", (e.face,), self.rolled[-1].faces if self.rolled[-1].dice == "d20" else ()
        )
        arm = weapon(me.sheet, blow.weapon)
        rule, bonus = ACTION.get(blow.action, ("E-29", 2 * min(3, blow.others)))
        found = attack(board, me, it, arm, blow.mode)
        self.same("E-55", f"what {e.who} adds", parts(e.tally), added(*found.items(), (rule, bonus)))
        self.same("E-55", f"AC of {e.target}", parts(e.ac), self.ac(it))
        self.possible(fact, me, it, arm, blow.mode)
        hands = pair(me.sheet)
        keys = [each.key for each in hands]
        blow.second = keys[1 - keys.index(arm.key)] if arm.key in keys else ""
        blow.rolled, blow.total = True, e.face + e.tally.total

    def ac(self, it: Body) -> Parts:
        """AC as things stand."""
        return armour(it.sheet, charged=it.id in self.charged, guarded=it.id in self.guarded)

    def possible(self, fact: Fact, me: Body, it: Body, arm: Weapon, mode: str) -> None:
        """Within reach or range, in sight, at a known place, with what is in hand and loaded (E-22 to E-24, E-60)."""
        board, sheet, far = fact.before, me.sheet, feet(fact.before, me, it)
        most = reach(sheet, arm) if mode == "melee" else arm.long_range
        self.holds("E-22" if mode == "melee" else "E-60", f"{me.id} within {most} ft of {it.id}, {far} ft", far <= most)
        self.holds("E-02", f"{me.id} has a line to {it.id}", corners(board, me, it) != OUT_OF_SIGHT)
        self.holds("E-64", f"{me.id} knows where {it.id} is", sees(board, me, it) or knows(board, me.side, it))
        bare = arm.key in ("unarmed", "shield-bash") or "natural" in arm.traits
        held = bare or arm in in_hands(sheet)
        self.holds("E-48", f"{me.id} has the {arm.key} in hand", held)
        if "two-handed" in arm.traits:
            self.holds("E-48", f"{me.id} has both hands for the {arm.key}", sheet.off != "shield")
        if clinched(board, me):
            self.holds("E-78", f"{me.id} fights with bare hands", arm.key == "unarmed" or "natural" in arm.traits)
        if mode == "shot":
            self.holds("E-49", f"{me.id} has loaded the {arm.key}", arm.key not in sheet.unloaded)
            near = any(threatens(board, foe, me) and not has(foe.sheet, "surprised") for foe in foes(board, me.side))
            bow = "two-handed" in arm.traits and "deadeye" not in sheet.profile.feats
            self.holds("E-63", f"{me.id} has nobody too near for the {arm.key}", not (near and bow))

    def landed(self, fact: Fact, e: told.AttackHit | told.AttackMissed, *, hits: bool) -> Blow | None:
        """Whether an attack hits, luck and all that was answered counted (E-18, E-42, E-55)."""
        blow = self.open[-1] if self.open else None
        told_of = (blow.who, blow.target, blow.rolled) if blow else None
        self.same("E-55", "whose attack it was", (e.who, e.target, True), told_of)
        if blow is None:
            return None
        ac = sum(self.ac(fact.before.now(blow.target)).values())
        lands = blow.total >= ac if blow.turned is None else blow.turned
        self.same("E-55", f"whether {e.who} hits {e.target} with {blow.total} against {ac}", hits, lands)
        return blow

    def hit(self, fact: Fact, e: told.AttackHit) -> None:
        """What follows: damage, or the check of a maneuver in its place (E-65, E-74, E-75)."""
        blow = self.landed(fact, e, hits=True)
        if blow is not None:
            rule = {"shove": "E-74", "grapple": "E-75"}.get(blow.aim)
            self.due = [("Checked", rule, blow.who)] if rule else [("DamageRolled", blow.who, blow.target)]

    def missed(self, fact: Fact, e: told.AttackMissed) -> None:
        """What harms all the same: Shock, unless a shield turns it, or oil that splashes (E-68 to E-73, S-29)."""
        blow = self.landed(fact, e, hits=False)
        if blow is None:
            return
        self.open.pop()
        self.last_arm = blow.weapon
        me, it = fact.before.now(blow.who), fact.before.now(blow.target)
        arm = weapon(me.sheet, blow.weapon)
        if blow.aim != "harm":
            return
        if blow.mode == "thrown" and "splash" in arm.traits:
            self.due = [("PointsRolled", it.id, SPLASH)]
            return
        points = self.shock_of(me, it, arm, blow.mode, swarm=blow.others > 0)
        if points:
            shield = it.sheet.off == "shield" and it.id not in self.shielded and not blow.others
            self.due = [("ShockTurned", me.id, it.id) if shield else ("ShockDealt", me.id, it.id, points)]

    def shock_of(self, me: Body, it: Body, arm: Weapon, mode: str, *, swarm: bool) -> int:
        """Points of Shock of a miss as things stand, shields not counted."""
        ac = sum(self.ac(it).values())
        return shock(me, it, arm, mode, ac, guarded=it.id in self.guarded, swarm=swarm)
