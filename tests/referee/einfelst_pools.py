"""Pools and Harm of einfelst judged again."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.kit.combatants import NOBODY
from game.rules.events import Changed, Ended, Event, Id, Moved, Rolled, RoundBegan
from rulesets.einfelst.play import events as told
from rulesets.einfelst.sheet.roster import Spell, Weapon
from rulesets.einfelst.sheet.sheet import Sheet, Track
from tests.referee.einfelst_sheets import (
    WORTH,
    attack_dice,
    carried,
    dice,
    fear_dice,
    free,
    gory,
    left,
    marked_rightly,
    needed,
    parry_dice,
    price_of_fear,
    shield,
)
from tests.referee.judging import Fact, Fought, Referee

# --- pools: how many dice, how many sixes, what is set against what and what comes of it ---

BORNE = {
    "Endure against the fire": "C-94",
    "Endure against the poison": "C-98",
    "Endure against the fall": "C-101",
}
"""Throws against what comes, each with its rule."""

PLAIN = {
    "grapple": ("force",),
    "push": ("force",),
    "break free": ("force",),
    "hold": ("endure", "force"),
    "flight": ("finesse", "sneak"),
    "chase": ("finesse", "track"),
    "persuade": ("persuade",),
    "finesse": ("finesse", "intimidate"),
    "intimidate": ("finesse", "intimidate"),
    "putting the fire out": ("finesse",),
    "survey of the field": ("read",),
    "treating wounds": ("finesse", "study"),
    "climb": ("finesse", "endure"),
    "leap": ("finesse",),
    "swim": ("endure",),
    "clear the rubble towards": ("force",),
}
"""What is thrown with which Actions, of several the better."""

AGAINST = {
    "attack": "C-52",
    "grapple": "C-64",
    "break free": "C-69",
    "push": "C-26",
    "flight": "C-75",
    "persuade": "C-28",
    "finesse": "C-29",
    "intimidate": "C-29",
}
"""The rule of each contest, by what its first pool is thrown for."""

RESISTS = {
    "attack": ("parry", "dodge"),
    "grapple": ("break free",),
    "break free": ("hold",),
    "push": ("stand firm",),
    "flight": ("chase",),
    "persuade": ("read",),
    "finesse": ("read",),
    "intimidate": ("read",),
}

TESTS = {
    "flight": "C-72",
    "break free": "C-70",
    "survey of the field": "C-30",
    "treating wounds": "C-104",
    "climb": "C-31",
    "leap": "C-15",
    "swim": "C-15",
    "clear the rubble towards": "C-15",
}
"""The rule of each test of one success."""


class PoolReferee(Referee):
    """Judges throws, contests and tests."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.throws: list[Fact] = []
        """Rolls of which no event has told yet what they came to."""
        self.edges: dict[Id, int] = {}
        """Dice of an ambush that somebody had when it pledged a reaction, for that throw (ruling W-2)."""
        self.bandages: dict[Id, int] = {}
        """Dice of bandages that somebody has used up just now."""
        self.contest: list[told.Pooled] = []
        """Pools thrown since the last contest or test was told."""
        self.pledged: list[told.Reacted] = []
        """Reactions since then."""
        self.blow: told.AttackDeclared | None = None
        self.spell: Spell | None = None
        self.matched: told.Matched | None = None
        """The last contest."""
        self.ambushes: dict[str, bool] = {}
        """Whether the ambush of a side has succeeded, by its name."""
        self.open: told.Matched | None = None
        """The attack of which no event has told yet whether it goes through."""
        self.struggle: tuple[Id, bool] | None = None
        """Who has just tried to break free, and whether it is free."""

    def see(self, fact: Fact) -> None:
        if self.struggle is not None and not isinstance(fact.event, Changed):
            who, loose = self.struggle
            free = isinstance(fact.event, told.Eased) and (fact.event.who, fact.event.what) == (who, "free")
            self.same("C-69", f"whether {who} gets free", free, loose)
            self.struggle = None
        match fact.event:
            case Rolled() as e:
                self.thrown(fact, e)
            case Changed() as e:
                self.set_aside(fact, e)
            case told.TurnBegan() | Moved():
                self.edges.clear()
            case told.AttackDeclared() as e:
                self.blow, self.contest, self.pledged = e, [], []
                self.same("C-52", "an attack before it is settled", self.open, None)
            case told.Cast() as e:
                spells = fact.before.now(e.who).sheet.profile.spells
                self.spell = next((s for s in spells if e.what == f"casts {s.name} on"), None)
                self.holds("C-32", f"{e.who} knows what it casts", self.spell is not None)
                self.contest, self.pledged = [], []
            case told.Did(rule="C-64" | "C-26" | "C-28" | "C-29" | "C-72"):
                self.contest, self.pledged = [], []
            case told.Reacted() as e:
                self.pledged.append(e)
            case told.Pooled() as e:
                self.pooled(e)
            case told.Tested() as e:
                self.tested(e)
            case told.Matched() as e:
                self.against(fact, e)
            case told.AttackHit() as e:
                self.settled(e, e.who, e.target, True)
            case told.AttackMissed() as e:
                self.settled(e, e.who, e.target, False)

    # -- throws

    def thrown(self, fact: Fact, e: Rolled) -> None:
        """As many faces as dice, each a face of its die; sixes are read, all others idle."""
        count, _, sides = e.dice.partition("d")
        self.same("C-52", f"dice of {e.why}", len(e.faces), int(count or 1))
        self.holds("C-52", f"faces of {e.why}", all(1 <= face <= int(sides) for face in e.faces))
        if e.read:  # a pool; armour's is told of when it stops something
            self.same("C-52", f"idle dice of {e.why}", e.idle, tuple(n for n, f in enumerate(e.faces) if f < 6))
            self.same("C-52", f"what is read of {e.why}", e.read.split(" ")[0], str(sixes(e) or "no"))
            if e.why != "armour":
                self.throws.append(fact)

    def set_aside(self, fact: Fact, e: Changed) -> None:
        """What somebody had before it paid for what it throws next."""
        before = fact.before.now(e.who).sheet
        if "edge" in e.changes and before.edge and fact.before.state.turn.active != e.who:
            self.edges[e.who] = before.edge
        if "pack" in e.changes:
            self.bandages[e.who] = carried(before, "bandages")

    def throw_of(self, who: Id, what: str) -> Fact | None:
        """The roll that an event tells of: the last one, which must be by that one and for that."""
        if not self.throws:
            self.holds("C-52", f"{who} has thrown for {what}", False)
            return None
        fact = self.throws.pop()
        self.same("C-52", "throws that nothing tells of", len(self.throws), 0)
        self.throws.clear()
        roll = fact.event
        assert isinstance(roll, Rolled)
        self.same("C-52", "who throws for what", (who, what), (roll.who, roll.why))
        return fact

    def counted(self, fact: Fact, e: told.Pooled | told.Tested, due: int | None) -> None:
        """Dice and successes of one pool."""
        roll = fact.event
        assert isinstance(roll, Rolled)
        if due is None:
            self.holds("C-52", f"{e.what} is a throw that the book has", False)
        else:
            self.same("C-52", f"dice of {e.who} for {e.what}", e.tally.total, due)
            self.same("C-52", f"dice thrown by {e.who}", roll.dice, f"{max(1, min(20, due))}d6")
        self.same("C-52", f"successes of {e.who}", e.won, sixes(roll))

    def due(self, fact: Fact, who: Id, what: str) -> int | None:
        """Dice that somebody has for a throw; None for what is none."""
        me = fact.before.now(who)
        edge = self.edges.pop(who, me.sheet.edge)
        if what in BORNE:
            return dice(me.sheet, "endure")
        match what:
            case "attack" if self.blow is not None:
                it = fact.before.now(self.blow.target)
                return attack_dice(me.sheet, it, me.sheet.weapon(self.blow.weapon), self.blow.mode)
            case "parry":
                return parry_dice(me.sheet, edge)
            case "dodge":
                return dice(me.sheet, "finesse", edge=edge) + shield(me.sheet)
            case "stand firm":
                return dice(me.sheet, "force")
            case "read":
                return dice(me.sheet, "read")
            case "resist" if self.spell is not None and self.spell.resist is not None:
                return dice(me.sheet, self.spell.resist, edge=edge)
            case "strength of the poison" if self.blow is not None:
                poisoned: Weapon = fact.before.now(self.blow.who).sheet.weapon(self.blow.weapon)
                return poisoned.poison
            case "treating wounds":
                return dice(me.sheet, *PLAIN[what], edge=edge) + self.bandages.pop(who, 0)
            case "climb":
                return dice(me.sheet, *PLAIN[what], edge=edge) + carried(me.sheet, "rope")
        if what in PLAIN:
            return dice(me.sheet, *PLAIN[what], edge=edge)
        if what.startswith("forcing "):
            return dice(me.sheet, "force", edge=edge)
        if what.startswith("fear of "):
            return fear_dice(fact.before, me)
        if self.spell is not None and what == self.spell.name:
            return dice(me.sheet, "cast", edge=edge)
        return None

    def pooled(self, e: told.Pooled) -> None:
        """One pool of a contest, or against what comes."""
        fact = self.throw_of(e.who, e.what)
        if fact is None:
            return
        due = e.tally.total if e.what == "hardness of the fall" else self.due(fact, e.who, e.what)
        self.counted(fact, e, due)
        self.contest.append(e)

    def tested(self, e: told.Tested) -> None:
        """A pool against a number of successes."""
        fact = self.throw_of(e.who, e.what)
        if fact is None:
            return
        self.counted(fact, e, self.due(fact, e.who, e.what))
        if e.what.startswith("fear of "):
            self.same("C-84", f"rule of {e.what}", e.rule, "C-84")
        else:
            self.same("C-52", f"successes needed for {e.what}", e.needed, 1)
            self.same("C-52", f"rule of {e.what}", e.rule, TESTS.get(e.what, "C-15"))
        if e.what == "break free":
            self.holds("C-70", f"nobody holds on to {e.who}", not any(r.rule == "C-68" for r in self.pledged))
            self.struggle = (e.who, e.won > 0)
        self.contest, self.pledged = [], []

    # -- contests

    def against(self, fact: Fact, e: told.Matched) -> None:
        """The successes of one, those of all who resist, and how many are needed."""
        self.matched = e
        if e.rule == "C-77":
            self.ambushed(fact, e)
            return
        if not self.contest:
            self.holds("C-62", f"{e.who} has thrown", False)
            return
        first, others = self.contest[0], self.contest[1:]
        if first.what in ("parry", "dodge"):  # thrown before the attack
            first, others = self.contest[-1], self.contest[:-1]
        cast = self.spell is not None and first.what == self.spell.name
        rule, against = AGAINST.get(first.what, "C-32"), RESISTS.get(first.what, ("resist",))
        if others and rule in ("C-52", "C-32"):
            rule = {"C-52": "C-62", "C-32": "C-40"}[rule]
        self.holds("C-62", f"{first.what} is a contest", cast or first.what in AGAINST)
        self.same(rule, "by which rule", e.rule, rule)
        self.same(rule, f"who throws {first.what}", e.who, first.who)
        self.same(rule, f"successes of {e.who}", e.won, first.won)
        self.same(rule, f"successes against {e.who}", e.taken, sum(pool.won for pool in others))
        self.holds(rule, f"what is thrown against {first.what}", all(pool.what in against for pool in others))
        best = max(others, key=lambda pool: pool.won).who if others else e.target
        self.same(rule, f"whom {e.who} is up against", e.target, best)
        reacted = [r.who for r in self.pledged if r.rule != "C-37"]  # who struggles is resisted, and resists nobody
        free = rule in ("C-26", "C-28", "C-29")  # ruling W-29
        self.same(rule, "who resists", [p.who for p in others], [e.target] if free else reacted)
        asked = 1
        if first.what == "attack" and self.blow is not None:
            asked = needed(fact.before, fact.before.now(e.who), fact.before.now(e.target), self.blow.mode)
        self.same(rule, f"successes that {first.what} needs", e.asked.total, asked)
        how = {"C-62": "parried" if self.blow and self.blow.mode == "melee" else "dodged", "C-69": "held"}
        if others and rule in how:
            self.same(rule, "what becomes of them", e.how, how[rule])
        if rule == "C-69":
            self.struggle = (e.who, e.won > e.taken)
        if rule in ("C-52", "C-62", "C-64") or (cast and self.spell is not None and self.spell.target == "foe"):
            self.open = e
        self.contest, self.pledged = [], []

    def ambushed(self, fact: Fact, e: told.Matched) -> None:
        """Sneak against Track or Read; one throws for all, that of the most dice (C-77, C-81, ruling W-46)."""
        rolls = [f.event for f in self.throws if isinstance(f.event, Rolled)]
        self.throws.clear()
        self.same("C-77", "who throws", [(r.who, r.why) for r in rolls], [(e.who, "sneaking up"), (e.target, WATCH)])
        for roll, actions in zip(rolls, (("sneak",), ("track", "read")), strict=False):
            mine = dice(fact.before.now(roll.who or e.who).sheet, *actions)
            self.same("C-77", f"dice of {roll.who}", roll.dice, f"{max(1, min(20, mine))}d6")
        self.same("C-77", "successes", [e.won, e.taken], [sixes(roll) for roll in rolls])
        self.same("C-77", "successes needed", e.asked.total, 1)
        self.ambushes[fact.before.now(e.who).side] = e.won > e.taken

    def settled(self, e: Event, who: Id, target: Id, hits: bool) -> None:
        """An attack goes through if there are as many successes left as it needs (C-52, C-62)."""
        m = self.open
        self.open = None
        if m is None:
            self.holds("C-52", f"an attack of {who} was thrown", False)
            return
        self.same("C-52", "of which attack it is told", (who, target), (m.who, m.target))
        self.same("C-52", f"{who} hits {target}", hits, m.won - m.taken >= m.asked.total)
        if isinstance(e, told.AttackMissed) and m.rule in ("C-62", "C-64"):
            self.same(m.rule, "why it misses", e.why, m.how if m.taken and m.won >= m.asked.total else "")


WATCH = "keeping watch"


def sixes(roll: Rolled) -> int:
    """Successes: every 6 is one."""
    return sum(face == 6 for face in roll.faces)


# --- harm: what a hit does and spends, armour, fire, poison, falls, fear, and who falls ---

INJURIES = ("winded", "winded", "bleeding", "a broken arm", "a broken leg", "mortally wounded")
"""What the six-sided die says of a hero's broken body (ruling W-28)."""

TRACKS = ("points", "physical", "mental")


@dataclass
class Hit:
    """What has come of a hit so far."""

    blow: told.AttackDeclared
    weapon: Weapon
    extra: int
    armour: int | None = None
    """Successes of the armour, if it was thrown."""
    soaked: int = 0
    harmed: int = 0
    bought: int = 0
    """Effects that successes were spent on, besides Harm."""
    fell: bool = False
    beyond: list[str] = field(default_factory=list)
    """Which effects those were: each once (ruling W-26)."""


class HarmReferee(PoolReferee):
    """Judges what is done to bodies and minds."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.hit: Hit | None = None
        self.before: dict[Id, Sheet] = {}
        """Sheets as they were before the Harm that was marked last, until it is told."""
        self.harmed: tuple[told.Harmed, int, Track] | None = None
        """Harm of a hero of which the slots are still to be told: what found no slot, and the slots."""
        self.falling: dict[Id, str] = {}
        """Who is past its Harm, and of which kind."""
        self.injury = 0
        self.lifetime = 1
        self.endured: dict[str, int] = {}
        """Successes of the last throw against a fire, a poison, a fall, and of those themselves."""
        self.burns: list[Id] = []
        self.doses: dict[Id, list[int]] = {}
        """Who must burn, and what poison must do, before anybody acts in this round."""
        self.dread: tuple[Id, int] | None = None
        """Who has failed against fear, and what it costs."""
        self.steady = False
        """Whether the last test of fear was passed in a controlled position."""
        self.unpinned = NOBODY
        self.dose = 0
        """What a poison does that has just been thrown for."""

    def see(self, fact: Fact) -> None:
        super().see(fact)
        match fact.event:
            case told.AttackDeclared() | told.TurnBegan() | RoundBegan() | Ended():
                self.close(fact)
                self.same("C-83", "who is past its Harm and has not fallen", self.falling, {})
                self.same("C-83", "Harm that nobody was told of", list(self.before), [])
                self.same("C-88", "fear that cost nothing", self.dread, None)
                if isinstance(fact.event, RoundBegan):
                    self.round(fact)
                if isinstance(fact.event, told.TurnBegan):
                    self.same("C-93", "who must burn", self.burns, [])
                    self.same("C-99", "poison that did nothing", [d for d in self.doses.values() if d], [])
            case told.AttackHit() as e:
                self.struck(fact, e)
            case Rolled() as e:
                self.other_dice(fact, e)
            case told.Pooled() as e:
                self.against_what_comes(fact, e)
            case told.Tested() as e if e.what.startswith("fear of "):
                self.feared(fact, e)
            case told.Soaked() as e:
                self.soaked(fact, e)
            case Changed() as e:
                self.changed(fact, e)
            case told.Harmed() as e:
                self.hurt(fact, e)
            case told.Marked() as e:
                self.marked(e)
            case told.Fell() as e:
                self.fell(fact, e)
            case told.Did() as e if self.hit is not None:
                self.spent(e)
            case Moved(how="drag") as e if self.hit is not None:
                self.same("C-53", "who is pushed", e.who, self.hit.blow.target)
                self.buy("push")

    # -- hits

    def struck(self, fact: Fact, e: told.AttackHit) -> None:
        """An attack goes through: with the successes beyond those needed one buys Harm or something else (C-53)."""
        m, blow = self.matched, self.blow
        if m is None or blow is None or m.rule not in ("C-52", "C-62"):
            return
        weapon = fact.before.now(blow.who).sheet.weapon(blow.weapon)
        self.hit = Hit(blow, weapon, m.won - m.taken - m.asked.total)

    def buy(self, what: str) -> None:
        """An extra success is spent."""
        if self.hit is not None:
            self.holds("C-53", f"{what} is bought once", what not in self.hit.beyond)
            self.hit.beyond.append(what)
            self.hit.bought += 1

    def spent(self, e: told.Did) -> None:
        """What a hit has bought."""
        hit = self.hit
        assert hit is not None
        if e.rule == "C-10":
            self.same("C-10", "who takes a card from whom", (e.who, e.other), (hit.blow.who, hit.blow.target))
            self.buy("card")
        elif e.rule == "C-53":
            self.same("C-53", "whom it happens to", e.who, hit.blow.target)
            self.buy("drop" if e.what.startswith("drops ") else "push")

    def close(self, fact: Fact) -> None:
        """Nothing more comes of a hit: all successes are spent, and no more of them than there are (C-53, W-26)."""
        hit, self.hit = self.hit, None
        if hit is None:
            return
        who = hit.blow.target
        more = hit.harmed + hit.soaked - hit.weapon.damage if hit.weapon.damage else 0
        self.holds("C-52", f"the weapon's Harm to {who}", more >= 0)
        all_spent = bool(hit.weapon.damage) and not hit.fell and fact.before.now(who).sheet.up
        if all_spent:
            self.same("C-53", f"successes spent on {who}", more + hit.bought, hit.extra)
        else:
            self.holds("C-53", f"successes spent on {who}", more + hit.bought <= hit.extra)
        if hit.armour is not None:
            most = min(hit.armour, hit.harmed + hit.soaked)
            self.same("C-52", f"Harm that the armour of {who} stops", hit.soaked, most)

    def other_dice(self, fact: Fact, e: Rolled) -> None:
        """Armour, injuries, and how long the bleeding live."""
        if e.why == "armour" and e.who is not None:
            profile = fact.before.now(e.who).sheet.profile
            worn = profile.armour.dice if profile.armour is not None else profile.hide
            self.same("C-52", f"dice of the armour of {e.who}", e.dice, f"{worn}d6")
            self.holds("C-52", f"{e.who} was hit", self.hit is not None and self.hit.blow.target == e.who)
            if self.hit is not None:
                self.same("C-52", "armour is thrown once", self.hit.armour, None)
                self.hit.armour = sixes(e)
        elif e.why == "critical injury":
            self.injury, self.lifetime = e.faces[0], 1
            self.same("C-83", "who is injured", self.falling.get(e.who or NOBODY), "physical")
        elif e.why == "rounds to live":
            self.lifetime = e.faces[0]

    def soaked(self, fact: Fact, e: told.Soaked) -> None:
        """Each success of armour takes one Harm away (ruling W-20)."""
        profile = fact.before.now(e.who).sheet.profile
        worn = profile.armour.dice if profile.armour is not None else profile.hide
        self.same("C-52", f"dice of the armour of {e.who}", e.dice, worn)
        hit = self.hit
        if hit is None or hit.armour is None:
            self.holds("C-52", f"armour of {e.who} was thrown", False)
            return
        self.same("C-52", "whose armour", e.who, hit.blow.target)
        self.holds("C-52", f"armour of {e.who} stops {e.amount} of {hit.armour}", 0 < e.amount <= hit.armour)
        hit.soaked = e.amount

    # -- Harm

    def changed(self, fact: Fact, e: Changed) -> None:
        """What Harm is told of later must have been marked before."""
        before = fact.before.now(e.who).sheet
        if any(track in e.changes for track in TRACKS):
            self.before[e.who] = before
        if "pinned" in e.changes and before.pinned and before.up and "played" not in e.changes:
            self.unpinned = e.who

    def hurt(self, fact: Fact, e: told.Harmed) -> None:
        """So much as the rule says, of the kind it says; marked on the sheet; and who has room for no more falls."""
        now = fact.before.now(e.who).sheet
        was = self.before.pop(e.who, now)
        self.holds("C-83", f"{e.who} is in the fight", was.up)
        amount, kind = self.owed(fact, e)
        self.same(e.rule, f"Harm to {e.who}", e.amount, amount)
        self.same(e.rule, f"kind of the Harm to {e.who}", e.kind, kind)
        self.holds("C-83", f"{e.who} has a mind to harm", kind == "physical" or "mindless" not in now.profile.traits)
        self.same("C-54", f"Harm that {e.who} can still take", e.left, left(now, e.kind))
        if now.profile.kind == "hero":
            old, new = (was.physical, now.physical) if e.kind == "physical" else (was.mental, now.mental)
            self.holds("C-83", f"{e.amount} marked by {e.who}: {old}, {new}", marked_rightly(old, new, e.amount))
            beyond = max(0, e.amount - free(old))
            slots = (new[0] - old[0], new[1] - old[1], new[2] - old[2])
            self.harmed = (e, beyond, slots)
            falls = beyond > 0
        else:
            self.same("C-54", f"points of {e.who}", now.points, min(now.profile.points, was.points + e.amount))
            falls = now.points >= now.profile.points
        if falls:
            self.falling[e.who] = e.kind

    def owed(self, fact: Fact, e: told.Harmed) -> tuple[int, str]:
        """How much Harm a rule does, and of which kind."""
        sheet = fact.before.now(e.who).sheet
        match e.rule:
            case "C-52" if self.hit is not None:
                return self.of_the_hit(e, self.hit)
            case "C-32" if self.spell is not None and self.matched is not None:
                self.same("C-32", "who is harmed", (e.source, e.who), (self.matched.who, self.matched.target))
                return self.spell.damage + self.matched.won - self.matched.taken - 1, self.spell.harm
            case "C-53":
                self.same("C-53", "who leaves its zone pinned down", e.who, self.unpinned)
                self.unpinned = NOBODY
                return 1, "physical"
            case "C-88" if self.dread is not None:
                who, price = self.dread
                self.dread = None
                self.same("C-88", "who has failed against fear", e.who, who)
                return price, "mental"
            case "C-94":
                return sheet.fire - self.endured.pop("fire", 0), "physical"
            case "C-98":
                dose, self.dose = self.dose, 0
                return dose, "physical"
            case "C-99" if self.doses.get(e.who):
                return self.doses[e.who].pop(0), "physical"
            case "C-101":
                return self.endured.pop("ground", 0) - self.endured.pop("fall", 0), "physical"
        return 0, "of no rule"

    def of_the_hit(self, e: told.Harmed, hit: Hit) -> tuple[int, str]:
        """Harm of a weapon: at least its own less what armour stops, at most one more for each extra success."""
        self.same("C-52", "who is harmed by whom", (e.who, e.source), (hit.blow.target, hit.blow.who))
        kind = hit.weapon.harm
        if e.kind != kind:
            self.same("C-53", "the Harm that is turned", (kind, e.kind), ("physical", "mental"))
            self.buy("mental")
            kind = "mental"
        hit.harmed = e.amount
        least = hit.weapon.damage - hit.soaked
        most = least + hit.extra - hit.bought
        return min(max(e.amount, least), most), kind

    def marked(self, e: told.Marked) -> None:
        """The slots of a hero as they were filled (ruling W-28)."""
        if self.harmed is None:
            self.holds("C-83", f"{e.who} was harmed", False)
            return
        of, beyond, slots = self.harmed
        self.harmed = None
        self.same("C-83", "who marks Harm", e.who, of.who)
        self.same("C-83", f"slots of {e.who}", e.slots, slots)
        self.same("C-83", f"Harm of {e.who} without a slot", e.beyond, beyond)
        held = sum(count * worth for count, worth in zip(slots, WORTH, strict=True))
        self.same("C-83", f"whether the slots of {e.who} hold more", e.larger, held > of.amount)

    # -- what else does harm

    def round(self, fact: Fact) -> None:
        """Fire and poison do their work before anybody acts (C-93, C-99)."""
        fighting = [c for c in fact.before.state.combatants.values() if c.sheet.up]
        self.burns = [c.id for c in fighting if c.sheet.fire]
        self.doses = {c.id: list(c.sheet.poison) for c in fighting if c.sheet.poison}

    def against_what_comes(self, fact: Fact, e: told.Pooled) -> None:
        """Endure, and what it is set against."""
        match e.what:
            case "Endure against the fire":
                self.endured["fire"] = e.won
                self.holds("C-94", f"{e.who} burns", fact.before.now(e.who).sheet.fire > 0)
                if e.who in self.burns:
                    self.burns.remove(e.who)
                self.contest.clear()
            case "strength of the poison":
                self.endured["strength"] = e.won
            case "Endure against the poison":
                strength = self.endured.pop("strength", 0)
                self.dose = 0 if e.won > strength else 1 if e.won == strength else strength
                self.contest.clear()
            case "hardness of the fall":
                self.endured["ground"] = e.won
                self.holds("C-101", "a fall of ten feet at least", e.tally.total >= 2)
            case "Endure against the fall":
                self.endured["fall"] = e.won
                self.contest.clear()
            case "putting the fire out":
                self.contest.clear()

    def feared(self, fact: Fact, e: told.Tested) -> None:
        """As many successes as the source asks; failure costs more the nearer it is (C-87, C-88)."""
        me, about = fact.before.now(e.who), self.rolled[-1].about
        price = price_of_fear(fact.before, me, about)
        if about is not None:
            source = fact.before.now(about).sheet.profile
            values = {source.name: source.fear, **{spell.name: spell.fear for spell in source.spells}}
            if gory(fact.before, fact.before.now(about)):
                values = {"a fallen comrade" if fact.before.now(about).side == me.side else "spilt blood": 1}
            self.same("C-87", f"successes needed against {e.what}", e.needed, values.get(e.what[len("fear of ") :]))
        self.steady = e.won >= e.needed and price == 2
        mindful = "mindless" not in me.sheet.profile.traits
        self.dread = (e.who, price) if e.won < e.needed and mindful else None

    # -- what becomes of them

    def fell(self, fact: Fact, e: told.Fell) -> None:
        """Who has no room for more Harm is broken or terrified, or dies of it; words make others give up."""
        sheet = fact.before.now(e.who).sheet
        if self.hit is not None and self.hit.blow.target == e.who:
            self.hit.fell = True
        self.burns = [who for who in self.burns if who != e.who]
        self.doses.pop(e.who, None)
        if e.how == "bled out":
            self.same("C-83", f"{e.who} is dead", sheet.out, "dead")
            self.holds("C-83", f"time of {e.who} is up", sheet.dies <= fact.before.state.turn.round)
            return
        self.same("C-83", f"how {e.who} is out", sheet.out, e.how)
        kind = self.falling.pop(e.who, "")
        if e.how == "yielded":
            m = self.matched
            self.holds("C-28", f"{e.who} was swayed", m is not None and m.rule == "C-28" and m.target == e.who)
            self.holds("C-28", f"half the Harm of {e.who}", 2 * sheet.points >= sheet.profile.points > 0)
            return
        hows = {"mental": "terrified", "physical": "broken"}
        if sheet.profile.kind == "hero" and kind == "physical" and self.injury in (3, 6):
            self.same("C-83", f"time left to {e.who}", sheet.dies, fact.before.state.turn.round + self.lifetime)
            hows["physical"] = "dying"
        self.same("C-83", f"how {e.who} falls", e.how, hows.get(kind, "not at all"))
