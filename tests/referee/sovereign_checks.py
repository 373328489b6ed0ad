"""Sovereign's checks, saves, spells and luck judged again."""

from __future__ import annotations

from game.rules.events import Id
from rulesets.sovereign.play import events as told
from rulesets.sovereign.sheet.sheet import Body
from tests.referee.judging import Fact, Fought
from tests.referee.sovereign_harm import Harm
from tests.referee.sovereign_sheets import (
    awake,
    brawn,
    bulk,
    check,
    clinched,
    combat,
    feet,
    foes,
    footing,
    holders,
    save,
    sees,
    weapon,
)


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
