"""Sovereign's attacks, checks, saves, spells and luck judged again, and what they do."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Id
from rulesets.sovereign.play import events as told
from rulesets.sovereign.sheet.sheet import Body, Spell, Weapon
from tests.referee.judging import Fact, Fought
from tests.referee.sovereign_sheets import (
    OUT_OF_SIGHT,
    Parts,
    able,
    about,
    added,
    armour,
    attack,
    awake,
    brawn,
    bulk,
    check,
    clinched,
    combat,
    corners,
    damage,
    dice,
    feet,
    foes,
    footing,
    has,
    holders,
    in_hands,
    knows,
    pair,
    parts,
    reach,
    save,
    screening,
    sees,
    shock,
    skill,
    threatens,
    weapon,
)
from tests.referee.sovereign_turns import Turns

# --- attacks: who may make them, what is added, what hits, and what must follow ---

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


# --- damage, Shock, harm, healing, how somebody goes down ---


class Harm(Blows):
    """Judges what is lost and won back."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.cast: tuple[Id, Spell, Id | None] | None = None
        """The spell that is being cast: whose, which, on whom if on somebody."""
        self.thrown: tuple[int, ...] = ()
        """Its dice."""
        self.saved = False
        """Whether the last saving throw was passed."""
        self.whirls: Id | None = None
        """Who whirls about."""
        self.pressing: tuple[Id, Id] | None = None
        """Who squeezes whom."""

    def damage(self, fact: Fact, e: told.DamageRolled) -> None:
        """The die of a weapon with all that is added, a squeeze, or a spell (E-65 to E-67, E-79)."""
        me, it = fact.before.now(e.who), fact.before.now(e.target)
        if self.due:
            self.meets("E-65", ("DamageRolled", e.who, e.target))
        if self.pressing is not None:
            self.same("E-79", "who squeezes whom", (e.who, e.target), self.pressing)
            self.pressing = None
            self.squeeze(fact, me, it, e)
        elif self.open and self.open[-1].rolled and (self.open[-1].who, self.open[-1].target) == (e.who, e.target):
            self.wound(fact, me, it, e, self.open.pop())
        elif self.cast is not None:
            self.spell(me, it, e, self.cast[1])
        else:
            self.holds("E-65", f"{e.who} has done something to {e.target}", False)

    def wound(self, fact: Fact, me: Body, it: Body, e: told.DamageRolled, blow: Blow) -> None:
        """Of a hit: at least the Shock of a miss, in a swarm at most what is usual (E-29, E-30, E-67)."""
        arm = weapon(me.sheet, blow.weapon)
        self.die(e, arm.damage)
        count, sides = dice(arm.damage)
        found = damage(fact.before, me, it, arm, blow.mode, blow.second)
        usual = sum(found.values())
        least = 0
        if not (it.sheet.off == "shield" and it.id not in self.shielded and not blow.others):
            least = self.shock_of(me, it, arm, blow.mode, swarm=blow.others > 0)
        edge = count - e.faces if "edged" in it.sheet.profile.resists and "blunt" not in arm.traits else 0
        room = count * sides - e.faces - edge
        swarm = max(0, min(3, blow.others, room))
        self.same("E-65", f"what {e.who} adds", parts(e.tally), added(*found.items(), ("E-65", edge), ("E-29", swarm)))
        self.same("E-67", f"the least that {e.who} does", e.least, least)
        self.same("E-65", f"damage of {e.who}", e.dealt, max(e.faces + usual + edge + swarm, least, 0))
        self.hurts(it, e.dealt, e.who, spare="less lethal" in arm.traits)

    def squeeze(self, fact: Fact, me: Body, it: Body, e: told.DamageRolled) -> None:
        """An unarmed hit, as the round ends: with the claws or teeth that do most, by who has any (E-79)."""
        natural = [arm for arm in me.sheet.profile.weapons if "natural" in arm.traits]
        arms = natural or [weapon(me.sheet, "unarmed")]
        arm = max(arms, key=lambda arm: dice(arm.damage)[0] * dice(arm.damage)[1] + arm.bonus)
        self.wound(fact, me, it, e, Blow(me.id, it.id, arm.key, "melee", "harm", "squeeze", 0))

    def spell(self, me: Body, it: Body, e: told.DamageRolled, spell: Spell) -> None:
        """The dice of a spell, half of them or none for who saves (E-94, ruling S-36)."""
        whole = sum(self.thrown) + spell.amount
        left = whole if not (spell.save and self.saved) else whole // 2 if spell.half_on_save else 0
        self.same("E-94", f"dice of {spell.name}", e.faces, sum(self.thrown))
        self.same("E-94", f"what {it.id} takes of {spell.name}", (e.dealt, e.least), (left, 0))
        self.same("E-94", f"what is added to {spell.name}", e.tally.total, left - sum(self.thrown))
        self.hurts(it, e.dealt, me.id)

    def die(self, e: told.DamageRolled, written: str) -> None:
        """The dice are those of the weapon."""
        roll = self.rolled[-1]
        self.same("E-65", f"the die of {e.who}", (roll.dice, sum(roll.faces)), (written, e.faces))

    def shock(self, fact: Fact, e: told.ShockDealt) -> None:
        """Points of Shock (E-68, E-71)."""
        me, it = fact.before.now(e.who), fact.before.now(e.target)
        if self.whirls == e.who:
            arm = weapon(me.sheet, me.sheet.hand)
            self.same(
                "E-68", f"Shock of the whirl of {e.who}", e.points, self.shock_of(me, it, arm, "melee", swarm=False)
            )
        else:
            self.meets("E-68", ("ShockDealt", e.who, e.target, e.points))
        self.same("E-71", f"what {e.who} adds to Shock", e.tally.total, e.points)
        spared = weapon(me.sheet, me.sheet.hand if self.whirls == e.who else self.last_arm)
        self.hurts(it, e.points, e.who, spare="less lethal" in spared.traits)

    def turns_shock(self, fact: Fact, e: told.ShockTurned) -> None:
        """The first of a round, by a shield on the arm (E-72)."""
        it = fact.before.now(e.target)
        if self.whirls != e.who:
            self.meets("E-72", ("ShockTurned", e.who, e.target))
        self.holds("E-72", f"the shield of {e.target} is on its arm", it.sheet.off == "shield")
        self.holds("E-72", f"it is the first Shock on {e.target}", e.target not in self.shielded)
        self.shielded.add(e.target)

    def points(self, fact: Fact, e: told.PointsRolled) -> None:
        """Falls, fire, what splashes, healing: the dice as they fell (E-54, rulings S-27, S-29)."""
        it = fact.before.now(e.who)
        roll = self.rolled[-1]
        if self.due:
            self.meets("E-65", ("PointsRolled", e.who, e.dice))
        found = self.thrown if e.heals and self.cast else roll.faces
        self.same("E-54", f"dice of {e.cause}", (e.faces, e.shown), (found, sum(found)))
        count, sides = dice(e.dice)
        fine = len(e.faces) == count and max(e.faces) <= sides
        self.holds("E-54", f"{e.faces} are {e.dice}", fine)
        self.same("E-54", f"points of {e.cause}", e.points, e.shown + e.tally.total)
        if e.cause.startswith("a fall of "):
            self.same("E-54", f"dice of {e.cause}", count, int(e.cause.split()[3]) // 10)
        if e.heals:
            self.same("E-54", f"what is added to {e.cause}", e.tally.total, self.cast[1].amount if self.cast else 0)
            gain = min(e.points, it.sheet.profile.hp - it.sheet.hp)
            self.due = [("Healed", e.who, gain, it.sheet.hp + gain)] if gain else []
        else:
            self.same("E-54", f"what is added to {e.cause}", e.tally.total, 0)
            self.hurts(it, e.points, e.source)

    def hurts(self, it: Body, dealt: int, source: Id | None, *, spare: bool = False) -> None:
        """What a loss must lead to: no more than there was, and at 0 a fall (E-93, ruling S-50)."""
        sheet = it.sheet
        self.due = []
        if dealt <= 0 or not awake(sheet):
            return
        left = max(0, sheet.hp - dealt)
        self.due.append(("Harmed", it.id, sheet.hp - left, left, source))
        if not left:
            named = sheet.profile.named and not sheet.frail
            self.due.append(("Fell", it.id, "knocked out" if spare else "mortally injured" if named else "dead"))

    def healed(self, fact: Fact, e: told.Healed) -> None:
        """By a spell, or as the round ends by nature."""
        it = fact.before.now(e.who).sheet
        if not self.due:
            self.holds("E-93", f"{e.who} knits together at a round's end", fact.before.state.turn.phase == "round end")
            gain = min(it.profile.regenerates, it.profile.hp - (it.hp - e.amount))
            self.same("E-93", f"what {e.who} regains", e.amount, gain)
        else:
            self.meets("E-93", ("Healed", e.who, e.amount, e.left))
        self.same("E-93", f"hit points of {e.who}", e.left, it.hp)
        self.dying.pop(e.who, None)
        if e.left == e.amount:  # it comes round, perhaps under somebody's feet
            self.together.update(frozenset((e.who, c.id)) for c in self.sharing(fact.before, fact.before.now(e.who)))

    def fell(self, fact: Fact, e: told.Fell) -> None:
        """How somebody goes down (E-93, E-47, E-92)."""
        turn, sheet = fact.before.state.turn, fact.before.now(e.who).sheet
        self.guarded.discard(e.who)
        self.walks.pop(e.who, None)
        self.wards.pop(e.who, None)
        if e.how == "bled out":
            fell = self.dying.pop(e.who, None)
            self.same("E-93", f"rounds since {e.who} fell", None if fell is None else self.number - fell, 6)
        elif e.how == "surrendered":
            self.holds("E-89", f"{e.who} had lost heart", sheet.fleeing or fact.before.now(e.who).side in turn.broken)
        else:
            self.meets("E-93", ("Fell", e.who, e.how))
            self.holds("E-93", f"{e.who} is down", not awake(sheet))
            if e.how == "mortally injured" or (e.how == "executed" and not (sheet.dead or sheet.out)):
                self.dying[e.who] = self.number


# --- checks, saves, spells, luck ---


class Checks(Harm):
    """Judges what two dice decide, or one."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.lucky: set[Id] = set()
        """Whose luck of this fight is spent."""
        self.counted = 0
        """How many rolls there were when a check was last told of."""
        self.helping: list[Id] = []
        """With first aid."""
        self.won: list[Id] = []
        """Who was won over by an appeal for parley."""
        self.deaf = False
        """Whether the referee of the battle has said that nobody listens to it."""

    def luck(self, fact: Fact, me: Body, e: told.Reacted) -> None:
        """Once a fight a warrior turns its miss, or a hit on itself (E-18)."""
        blow = self.open[-1] if self.open else None
        self.holds("E-18", f"{e.who} is a warrior", "warrior" in me.sheet.profile.classes)
        self.holds("E-18", f"luck of {e.who} is unspent", e.who not in self.lucky)
        self.lucky.add(e.who)
        self.holds("E-18", f"{e.who} answers an attack that was rolled", blow is not None and blow.rolled)
        if blow is None:
            return
        ac = sum(self.ac(fact.before.now(blow.target)).values())
        lands = blow.total >= ac if blow.turned is None else blow.turned
        self.same("E-18", f"whose luck turns the attack of {blow.who}", e.who, blow.target if lands else blow.who)
        blow.turned = not lands

    def casts(self, fact: Fact, e: told.Cast) -> None:
        """A Main Action and the caster's casts, on somebody in range and in sight (E-54, ruling S-36)."""
        me = fact.before.now(e.who)
        known = [spell for spell in me.sheet.profile.spells if e.what.startswith(f"casts {spell.name}")]
        self.acts(fact, "E-15", e.who, "main")
        self.holds("E-54", f"{e.who} knows what it casts", bool(known))
        self.holds("E-54", f"{e.who} has strength for it", me.sheet.casts >= 0)
        self.holds("E-78", f"{e.who} is free to cast", not clinched(fact.before, me))
        if not known:
            return
        self.cast = e.who, known[0], e.other
        if e.other is not None and e.other != e.who:
            it = fact.before.now(e.other)
            self.holds("E-54", f"{e.other} in range of {known[0].name}", feet(fact.before, me, it) <= known[0].range)
            self.holds("E-02", f"{e.who} sees {e.other}", not known[0].needs_sight or sees(fact.before, me, it))

    def checked(self, fact: Fact, e: told.Checked) -> None:
        """Two dice, or one for a save, and what is added, against what it takes (E-34, E-74 to E-81, E-93, E-94)."""
        roll, fresh = self.rolled[-1], len(self.rolled) > self.counted
        self.counted = len(self.rolled)
        dies = "d20" if e.rule == "E-94" else "2d6"
        self.same("E-94", f"the dice of {e.who}", (e.faces, dies, e.who), (sum(roll.faces), roll.dice, roll.who))
        if self.due:
            self.meets(e.rule, ("Checked", e.rule, e.who))
        me = fact.before.now(e.who)
        if e.rule == "E-94":
            self.saves(me, e)
            return
        self.same(
            e.rule, f"whether {e.who} passes", e.passed, e.faces + e.tally.total >= e.needed and self.heard(fact, e)
        )
        found, needed = self.sums(fact, me, e)
        self.same(e.rule, f"what {e.who} adds", e.tally.total, found)
        self.holds(e.rule, f"what {e.who} needs, {e.needed} of {needed}", e.needed in needed)
        if fresh and e.rule in ("E-47", "E-54", "E-76", "E-80", "E-93"):
            self.acts(fact, e.rule, e.who, "main")
        if e.rule in ("E-74", "E-75") and self.open:
            blow = self.open.pop()
            word = "shoves" if e.rule == "E-74" else "grapples"
            self.due = [("Did", e.who, word, blow.target)] if e.passed else []

    def saves(self, me: Body, e: told.Checked) -> None:
        """A d20 alone; 1 fails, 20 passes; what a spell then does (E-94)."""
        needed = save(me.sheet.profile, e.what.split()[0])
        self.same("E-94", f"what {e.who} needs", (e.needed, e.tally.total), (needed, 0))
        self.saved = e.faces == 20 or (e.faces > 1 and e.faces >= needed)
        self.same("E-94", f"whether {e.who} is saved", e.passed, self.saved)
        if self.cast is None or not awake(me.sheet):
            return
        caster, spell, _ = self.cast
        if spell.dice:
            self.due = [("DamageRolled", caster, e.who)]
        elif spell.effect == "out" and not self.saved and me.sheet.profile.level <= (spell.most_level or 99):
            self.due = [("Fell", e.who, "asleep")]

    def heard(self, fact: Fact, e: told.Checked) -> bool:
        """Whether an appeal for parley has anybody to hear it (ruling S-42); of other checks nothing is asked."""
        if e.rule != "E-47":
            return True
        board, me = fact.before, fact.before.now(e.who)
        near = [c for c in foes(board, me.side) if feet(board, me, c) <= 60 and not c.sheet.profile.fearless]
        lost = [c.id for c in near if c.sheet.fleeing or c.side in board.state.turn.broken]
        self.won = lost if e.passed else []
        return bool(lost) and not self.deaf

    def passing(self, me: Body) -> int:
        """What an attacker adds to get past a screen: STR or DEX with the skill of its attack (E-34)."""
        profile = me.sheet.profile
        blow = self.open[-1]
        if profile.npc:
            return profile.npc_skill
        best = max(profile.attributes.STR, profile.attributes.DEX)
        return best + combat(profile, weapon(me.sheet, blow.weapon), blow.mode)

    def met(self, fact: Fact, e: told.Checked) -> set[int]:
        """What a screener's side of the check comes to; who is not got past may take the blow (E-34, E-35)."""
        for who, needed in list(self.screens.items()):
            if e.what == f"past {fact.before.now(who).sheet.profile.name}'s screen":
                del self.screens[who]
                self.must.discard(who)
                if not e.passed:
                    self.stopped[who] = needed
                return {needed}
        return set()

    def aid(self, fact: Fact, me: Body, e: told.Checked) -> int:
        """DEX/Heal or INT/Heal, 1 for each helper, 1 less for each round since the fall (E-93, ruling S-60)."""
        board = fact.before
        near = [c for c in board.state.combatants.values() if e.what == f"first aid on {c.sheet.profile.name}"]
        fit = [c.id for c in near if c.id in self.dying and feet(board, me, c) <= 5]
        self.holds("E-93", f"{me.id} has a kit and a patient beside it", bool(fit) and "healer's kit" in me.sheet.items)
        helping = [who for who in self.helping if who in board.state.combatants and awake(board.now(who).sheet)]
        self.helping.clear()
        since = self.number - self.dying[fit[0]] if fit else 0
        return check(me.sheet.profile, ("DEX", "Heal"), ("INT", "Heal")) + len(helping) - since

    def sums(self, fact: Fact, me: Body, e: told.Checked) -> tuple[int, set[int]]:
        """What is added to a check, and what it may take."""
        board, mine = fact.before, me.sheet.profile
        target = board.now(self.open[-1].target).sheet.profile if self.open else mine
        match e.rule:
            case "E-74":
                return footing(mine) + bulk(mine, target), {8 + footing(target)}
            case "E-75":
                return brawn(mine) + bulk(mine, target), {8 + brawn(target)}
            case "E-76":
                grips = [c.sheet.profile for c in holders(board, me.id) if c.sheet.profile.name in e.what]
                return brawn(mine), {8 + brawn(each) + bulk(each, mine) for each in grips}
            case "E-80":
                held = board.now(me.sheet.grappling).sheet.profile
                return brawn(mine) + bulk(mine, held), {8 + brawn(held)}
            case "E-34":
                return self.passing(me), self.met(fact, e)
            case "E-47":
                return check(mine, ("WIS", "Know"), ("INT", "Know")), {10}
            case "E-54":
                return check(mine, ("STR", "Exert")), {10}
            case "E-93":
                return self.aid(fact, me, e), {10}
        return e.tally.total, {e.needed}
