"""Ingenuity judged again: every reader of its events; tests that are no attacks, and what is done about an attack."""

from __future__ import annotations

from functools import partial

from game.rules.events import Id, Moved
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard
from tests.referee.ingenuity_attacks import Attacks, Blow, Due, Harm, is_lethal
from tests.referee.ingenuity_sheets import (
    PHYSICAL,
    defence,
    dim,
    guard,
    has,
    held,
    larger,
    lasts,
    proficiency,
    strikes_with,
    test_dice,
    thing,
    thrown_as,
    touches,
    up,
    weapon,
)
from tests.referee.ingenuity_turns import HELD, Actions, Order, Pools, Walks
from tests.referee.judging import Fact, Fought, Referee, term

# --- tests that are no attacks, and what is done about an attack before it does harm ---

STANDARD, FORCING = 6, 8
"""What short tasks and resuscitation take, and forcing a door."""


class Answers(Attacks):
    """Feats, killing strikes, defences and all other tests, each by its own dice and for what it is against."""

    def __init__(self, fought: Fought, harm: Harm) -> None:
        super().__init__(fought, harm)
        self.bends: Id | None = None
        """Over whom somebody bends to bring it round."""

    def see(self, fact: Fact) -> None:
        board = fact.before
        match fact.event:
            case told.Did(what="makes a killing strike at", other=other) as e if other is not None:
                self.going.append(Blow(e.who, other, "", "kill", "", lurking=False))
                self.holds("B-75", f"{other} is unconscious, and a foe", not up(board.now(other)))
            case told.Did(what="bends over") as e:
                self.bends = e.other
            case told.Reacted() as e if e.what != HELD:
                self.reacted(board, e)
            case Moved() as e if self.going and self.going[-1].by == e.who:
                self.steps_in(board, self.going[-1], e.who)
            case told.Checked() as e:
                self.checked(board, e)
        super().see(fact)

    # -- tests that are no attacks

    def checked(self, board: IngenuityBoard, e: told.Checked) -> None:
        """By what is tested: dice, bonus, what it takes, and what comes of it."""
        c, blow = board.now(e.who), self.blow(e.who)
        if e.what == "killing strike" and blow is not None and blow.board is not None:
            self.kill(blow, e)
        elif blow is not None and blow.feat is not None and e.what == blow.feat.name.lower() and blow.board is not None:
            me, it, feat = blow.board.now(e.who), blow.board.now(blow.target), blow.feat
            net = -int(has(me.sheet, "blinded") or dim(blow.board, me, it))
            dice = test_dice(me.sheet, feat.skill, feat.attribute)
            needed = defence(it.sheet, feat.against or "evasion", larger(me, it))
            blow.total, blow.hit, blow.rolled = self.test(e, dice, 0, needed, net), e.passed, True
        elif e.what == "dodge":
            self.dodge(c, e)
        elif e.what in ("fortify", "resist"):
            self.brace(board, c, e)
        elif e.what == "resuscitate":
            self.revive(board, c, e)
        elif e.what.startswith("forcing "):
            self.test(e, test_dice(c.sheet, "athletics", "strength"), proficiency(c.sheet, "martial"), FORCING)
        elif e.what.startswith("work at "):
            self.test(e, test_dice(c.sheet, "handling", "strength", "dexterity", "intellect"), 0, STANDARD)
        else:
            self.same("B-46", f"a test of {e.who}", e.what, "one that the referee knows")

    def kill(self, blow: Blow, e: told.Checked) -> None:
        """The test of a killing strike, with an advantage, against constitution (B-75)."""
        board = blow.board
        assert board is not None
        me, it = board.now(e.who), board.now(blow.target)
        dice = self.rolled[0].dice if self.rolled else ""
        bonus = e.tally.total - term(e.tally, "luck")
        lethal = [found for found in map(partial(weapon, me.sheet), strikes_with(me.sheet)) if is_lethal(found)]
        fit = [
            found
            for found in lethal
            if thrown_as(test_dice(me.sheet, "combat", *found.attributes)) == dice
            and proficiency(me.sheet, *found.proficiencies) == bonus
        ]
        self.holds("B-75", f"{e.who} has a weapon for it that is not nonlethal", bool(fit))
        if fit:
            net = 1 - int(has(me.sheet, "blinded") or dim(board, me, it))
            needed = defence(it.sheet, "constitution")
            self.test(e, test_dice(me.sheet, "combat", *fit[0].attributes), bonus, needed, net)
        if e.passed:
            blow.hit = True
            self.going.remove(blow)
            self.harm.due.append(Due("fell", blow.target, "killed"))

    def dodge(self, c: Body, e: told.Checked) -> None:
        """A dodge must be better than the attack; nothing helps against a critical hit (B-32, B-49)."""
        blow = self.going[-1] if self.going else None
        self.holds("B-32", f"{e.who} is attacked", blow is not None and blow.target == e.who and blow.aimed)
        if blow is not None and blow.board is not None:
            me = blow.board.now(blow.who)
            bonus = proficiency(c.sheet, "dodge") + guard(c.sheet) + larger(me, c)
            self.test(e, test_dice(c.sheet, "agility", "dexterity"), bonus, blow.total + 1)
            self.holds("B-30", f"{e.who} dodges it once", not blow.tried)
            blow.tried, blow.dodged = True, e.passed and not blow.critical

    def brace(self, board: IngenuityBoard, c: Body, e: told.Checked) -> None:
        """Fortifying or resisting: to stay awake, against what comes with a hit, or against a feat (B-33, B-36)."""
        if e.what == "fortify":
            dice, bonus = test_dice(c.sheet, "athletics", "strength"), proficiency(c.sheet, "fortitude")
        else:
            dice, bonus = test_dice(c.sheet, "insight", "intellect"), proficiency(c.sheet, "resistance")
        self.test(e, dice, bonus + guard(c.sheet), e.needed)
        if self.harm.braced(board, e.who, e.needed, passed=e.passed):
            return
        blow = self.going[-1] if self.going else None
        self.holds(e.rule, f"{e.who} has something to {e.what} against", blow is not None and blow.target == e.who)
        if blow is not None and blow.feat is not None:
            mental = blow.feat.against == "willpower"
            self.same(e.rule, f"what {e.who} does about {blow.key}", e.what, "resist" if mental else "fortify")
            self.same(e.rule, f"what {e.who} needs against {blow.key}", e.needed, blow.total + 1)
            self.holds(e.rule, f"{blow.key} has been rolled", blow.hit and not blow.aimed)
            blow.withstood = e.passed

    def revive(self, board: IngenuityBoard, c: Body, e: told.Checked) -> None:
        """Bringing somebody round, beside it (B-24, ruling N-37)."""
        other = self.bends
        self.holds("B-24", f"{e.who} bends over somebody", other is not None)
        if other is not None:
            it = board.now(other)
            near = c.sheet.prone and touches(board, c, it) and not up(it)
            self.holds("B-24", f"{e.who} lies beside {other}, who is unconscious", near)
            net = -int(has(c.sheet, "blinded") or dim(board, c, it))
            bonus = proficiency(c.sheet, "healing")
            self.test(e, test_dice(c.sheet, "handling", "intellect"), bonus, STANDARD, net)
            if e.passed:
                self.harm.due.append(Due("eased", other))
                self.harm.due += [] if it.sheet.hp else [Due("healed", other)]

    # -- answers

    def reacted(self, board: IngenuityBoard, e: told.Reacted) -> None:
        """Against the attack that goes on, by its target or an ally of that; by what the hands hold."""
        blow = self.going[-1] if self.going else None
        if e.what in ("fortifies", "resists"):
            return  # of what it is against the test tells
        self.holds(e.rule, f"{e.who} has something to answer", blow is not None and blow.hit)
        if blow is None:
            return
        if e.what == "intercepts for":
            self.same("B-34", "whom it was meant for", e.other, blow.target)
            blow.by = e.who
            return
        self.same(e.rule, f"who {e.what}", e.who, blow.target)
        self.holds(e.rule, f"{e.who} can defend itself", blow.aimed and not blow.dodged and not blow.evades)
        verb, _, name = e.what.partition(" with the ")
        sheet = board.now(e.who).sheet
        if verb in ("blocks", "parries"):
            keys = [key for key in held(sheet) if thing(sheet, key).name.lower() == name and lasts(sheet, key)]
            self.holds("B-66", f"{e.who} holds an unbroken {name}", bool(keys))
            if verb == "blocks":
                self.holds("B-58", f"{name} can block", all(thing(sheet, key).block for key in keys))
                blow.block = name
            else:
                self.holds("B-63", f"{blow.harm} damage is physical", blow.harm in PHYSICAL)
                blow.parry = name

    def steps_in(self, board: IngenuityBoard, blow: Blow, by: Id) -> None:
        """Whoever steps in is the target, and may have more evasion than the result (ruling N-42)."""
        me, it = board.now(blow.who), board.now(by)
        against = blow.feat.against if blow.feat is not None and blow.feat.against else "evasion"
        blow.target, blow.by = by, None
        more = larger(me, it) if against == "evasion" else 0
        blow.evades = not blow.critical and blow.total < defence(it.sheet, against, more)
        self.noted("B-34")


# --- the referee ---


class IngenuityReferee(Referee):
    """Judges a battle by the chapter on combat and its rulings: several readers, each of its part."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        harm = Harm(fought)
        self.parts = (Order(fought), Pools(fought), Actions(fought), Walks(fought), harm, Answers(fought, harm))
        for part in self.parts:
            part.judged, part.objections, part.rolled = self.judged, self.objections, self.rolled

    def see(self, fact: Fact) -> None:
        for part in self.parts:
            part.where = self.where
            part.see(fact)
