"""What sovereign's attacks, falls and spells do, judged again: damage, Shock, harm, healing, how somebody goes down."""

from __future__ import annotations

from game.rules.events import Id
from rulesets.sovereign.play import events as told
from rulesets.sovereign.sheet.sheet import Body, Spell
from tests.referee.judging import Fact, Fought
from tests.referee.sovereign_blows import Blow, Blows
from tests.referee.sovereign_sheets import (
    added,
    awake,
    damage,
    dice,
    parts,
    weapon,
)


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
