"""Pools of einfelst judged again: how many dice, how many sixes, what is set against what and what comes of it."""

from __future__ import annotations

from game.rules.events import Changed, Event, Id, Moved, Rolled
from rulesets.einfelst.play import events as told
from rulesets.einfelst.sheet.roster import Spell, Weapon
from tests.referee.einfelst_sheets import (
    attack_dice,
    carried,
    dice,
    fear_dice,
    needed,
    parry_dice,
    shield,
)
from tests.referee.judging import Fact, Fought, Referee

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
