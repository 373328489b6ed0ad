"""Ingenuity judged again: attacks and feats at foes, their dice and sums, what damage leads to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from game.rules.events import Changed, Ended, Id, Rolled, RoundBegan, TurnChanged
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import Body, Feat, IngenuityBoard, Weapon
from tests.referee.ingenuity_sheets import (
    Dice,
    clear,
    corners,
    count,
    defence,
    deflection,
    dim,
    flanked,
    gripped,
    ground,
    has,
    held,
    kind,
    larger,
    lasts,
    metres,
    proficiency,
    sees_coming,
    strikes_with,
    test_dice,
    thing,
    thrown_as,
    touches,
    up,
    weapon,
)
from tests.referee.ingenuity_turns import everybody
from tests.referee.judging import Fact, Fought, Referee, term

# --- what damage leads to, who faints, who is at the edge of death, what befalls whom ---

Kind = Literal["worn", "harmed", "faint", "fell", "luck", "effect", "eased", "healed"]

CHEAT, WORSE = 10, 5
"""What the luck die must show at first to cheat death, and how much more after each time."""


@dataclass(frozen=True)
class Due:
    """Something that must come of what was told."""

    kind: Kind
    who: Id
    what: str = ""
    """The track of a loss, the name of a thing, how somebody falls, an effect."""
    amount: int = 0
    left: int = 0
    total: int = 0
    """The result that an effect comes with; what the fainting must reach."""
    open: bool = False
    """It may be that nothing comes of it."""
    tried: bool = False
    """A reaction against it is under way."""


class Harm(Referee):
    """What every hit and every fire leads to, in its order."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.due: list[Due] = []
        self.cheated: Counter[Id] = Counter()
        """How often somebody has cheated death."""

    def see(self, fact: Fact) -> None:
        board = fact.before
        match fact.event:
            case told.TurnBegan() | RoundBegan() | told.AttackDeclared() | told.AttackRolled() | Ended():
                self.settle(board)
            case TurnChanged(changes={"phase": "pick"}):  # before a guard that was up ends
                self.settle(board)
            case told.Worn() as e:
                self.worn(board, e)
            case told.Harmed() as e:
                found = self.next("harmed", e.who, "B-48")
                if found is not None:
                    self.same("B-48", f"lost by {e.who}", (e.track, e.amount), (found.what, found.amount))
                    self.same("B-48", f"{e.track} left to {e.who}", e.left, found.left)
            case told.Healed(track="health") as e:
                self.next("healed", e.who, "B-24")
                self.same("B-24", f"health that {e.who} has back", e.amount, 1)
            case told.Fell() as e:
                self.fell(board, e)
            case told.LuckTested() as e:
                self.luck(e)
            case told.Struck() as e:
                self.struck(board, e)
            case told.Afflicted() as e:
                self.afflicted(board, e)
            case told.Eased() as e:
                self.eased(fact, e)

    # -- what is due

    def settle(self, board: IngenuityBoard) -> None:
        """Object to what should have come by now."""
        self.may_not_come(board)
        left = [due for due in self.due if not due.open]
        self.same("B-48", "what should have come of the harm before", left, [])
        self.due.clear()

    def next(self, kind: Kind, who: Id, rule: str) -> Due | None:
        """The next thing that is due, if it is this; what may be left out is passed over."""
        for place, due in enumerate(self.due):
            if (due.kind, due.who) == (kind, who):
                del self.due[: place + 1]
                self.noted(rule)
                return due
            if not due.open:
                break
        self.same(rule, f"{kind} of {who}", "told", f"not due; {self.due[:1]} is")
        return None

    def loses(self, it: Body, amount: int, *, nonlethal: bool = False, inward: int = 0) -> None:
        """Endurance, then health; then fainting, and the luck die for more damage than there was health (B-71 to B-79).

        It comes before all else that is due.
        """
        sheet = it.sheet
        end = min(sheet.end, amount - inward)
        through = amount - end
        health = min(sheet.hp, through)
        found = []
        if end:
            found.append(Due("harmed", it.id, "endurance", end, sheet.end - end))
        if health:
            found.append(Due("harmed", it.id, "health", health, sheet.hp - health))
        missing = sheet.profile.hp - sheet.hp + health
        if not sheet.hp:
            found += [] if sheet.dead else [Due("luck", it.id)]
        elif health == sheet.hp:
            if up(it):
                found.append(Due("fell", it.id, "unconscious"))
            if through > sheet.hp and not nonlethal:
                found.append(Due("luck", it.id))
        elif through and up(it) and missing > defence(sheet, "constitution"):
            found.append(Due("faint", it.id, total=missing))
        self.due[:0] = found

    def befalls(self, it: Body, effect: str, amount: int, total: int = 0, *, open_: bool = False) -> None:
        """Something comes with a hit whose result was ``total``, unless constitution keeps it off (ruling N-33)."""
        now = count(it.sheet, effect)
        self.due.append(Due("effect", it.id, effect, amount, now, total=total, open=open_))

    def braced(self, board: IngenuityBoard, who: Id, needed: int, *, passed: bool) -> bool:
        """A test to stay awake, or against what comes with a hit: for what is next. Whether there was such a thing."""
        self.may_not_come(board)
        first = self.due[0] if self.due else None
        if first is None or first.who != who or first.kind not in ("faint", "effect"):
            return False
        rule = "B-71" if first.kind == "faint" else "B-33"
        self.same(rule, f"needed by {who} against {first.what or 'fainting'}", needed, first.total + (rule == "B-33"))
        self.holds(rule, f"{who} tries once", not first.tried)
        if passed:
            self.due.pop(0)
        elif first.kind == "faint":
            self.due[0] = Due("fell", who, "faint")
        else:
            self.due[0] = replace(first, tried=True)
        return True

    def may_not_come(self, board: IngenuityBoard) -> None:
        """Leave out effects that constitution keeps off by itself, and those that nobody can suffer any more."""
        while self.due and self.due[0].kind == "effect" and not self.due[0].open:
            first, it = self.due[0], board.now(self.due[0].who)
            lies = first.what == "prone" and it.sheet.prone
            kept = first.total < defence(it.sheet, "constitution") or it.sheet.dead
            if not kept and not lies:
                return
            if lies and not kept:
                self.due[0] = replace(first, open=True)
                return
            self.due.pop(0)

    # -- what comes

    def worn(self, board: IngenuityBoard, e: told.Worn) -> None:
        """A block wears by what is left of the damage, a parry by 1; what is more than there was goes through."""
        found = self.next("worn", e.who, e.rule)
        if found is not None:
            self.same(e.rule, f"durability that {e.item} loses", (e.item, e.lost), (found.what, found.amount))
            self.same("B-62", f"what goes through {e.item}", e.through, found.total)
            self.same(e.rule, f"durability left to {e.item}", e.left, found.left)
            self.holds("B-66", f"{e.item} was whole", e.lost > 0)

    def fell(self, board: IngenuityBoard, e: told.Fell) -> None:
        """Unconscious without health, in a faint, dead by the luck die or by a killing strike."""
        sheet = board.now(e.who).sheet
        first = self.due[0] if self.due else None
        if first is not None and first.kind == "faint" and e.how == "faint":
            self.due.pop(0)  # it did not, or could not, fortify
            self.noted("B-71")
        else:
            found = self.next("fell", e.who, "B-72")
            self.same("B-72", f"how {e.who} falls", e.how, found.what if found else "")
        if e.how in ("dead", "killed"):
            self.due = [due for due in self.due if due.who != e.who]
            self.holds("B-73", f"{e.who} is dead", sheet.dead)
        self.holds("B-72", f"{e.who} lies there unconscious", sheet.unconscious and sheet.prone)
        self.same("B-72", f"what {e.who} was about", (sheet.task, sheet.readied), (None, None))

    def luck(self, e: told.LuckTested) -> None:
        """The luck die alone, 10 and 5 more for each death cheated before; or it is death."""
        self.next("luck", e.who, "B-73")
        roll = self.rolled[-1] if self.rolled else None
        face = roll.faces[0] if roll is not None and (roll.dice, roll.who) == ("d20", e.who) else 0
        self.same("B-73", f"luck of {e.who}", e.face, face)
        self.same("B-74", f"what {e.who} needs", e.needed, CHEAT + WORSE * self.cheated[e.who])
        self.same("B-73", f"whether {e.who} lives", e.passed, e.face >= e.needed)
        if e.passed:
            self.cheated[e.who] += 1
        else:
            self.due.insert(0, Due("fell", e.who, "dead"))
        self.rolled.clear()

    def struck(self, board: IngenuityBoard, e: told.Struck) -> None:
        """So much more of it than there was."""
        self.may_not_come(board)
        found = self.next("effect", e.who, "B-33")
        if found is not None:
            sheet = board.now(e.who).sheet
            word = found.what
            if word in ("bleeding", "burning", "stunned"):
                before = found.left + max(1, found.amount)
                self.same("B-33", f"{word} of {e.who}", count(sheet, word), before)
                word = f"{word} {before}" if before > 1 else word
            self.same("B-33", f"what befalls {e.who}", e.effect, word)
            self.holds("B-33", f"{e.who} suffers from it", sheet.prone if word == "prone" else has(sheet, found.what))

    def afflicted(self, board: IngenuityBoard, e: told.Afflicted) -> None:
        """Blood and flames do their number, fire and traps what was rolled; deflection for what has a kind."""
        it = board.now(e.who)
        word = e.what.partition(",")[0]
        if word in ("bleeding", "burning"):
            self.same("B-33", f"{word} of {e.who}", (e.damage.total, e.harm), (count(it.sheet, word), ""))
        else:
            features = [each for cell in ground(it) for each in board.space.features_at(cell)]
            names = [each.name or each.kind for each in features]
            self.holds("B-47", f"{e.who} is {e.what}", any(e.what.endswith(name) for name in names))
            rolled: tuple[int, ...] = self.rolled[-1].faces if self.rolled else ()
            self.same("B-47", f"damage to {e.who}", e.damage.total, sum(rolled))
            self.rolled.clear()
        self.same("B-68", f"deflection of {e.who}", e.off.total, deflection(it.sheet, e.harm))
        self.same("B-47", f"dealt to {e.who}", e.dealt, max(1, e.damage.total - e.off.total))
        if not it.sheet.dead:
            self.loses(it, e.dealt, inward=int(word == "bleeding"))

    def eased(self, fact: Fact, e: told.Eased) -> None:
        """What is over is over."""
        sheet = fact.before.now(e.who).sheet
        if e.effect == "unconscious":
            self.next("eased", e.who, "B-24")
            self.holds("B-24", f"{e.who} has come round", up(fact.before.now(e.who)))
        self.holds(e.rule, f"{e.effect} of {e.who} is over", not has(sheet, e.effect))


# --- what the dice of a test show in the end, those rolled again among them ---

FORTUNE = 4
"""What a luck die of 20 adds to a test that is no attack."""


class Readings(Referee):
    """Reads dice as they were told, before what they came to is judged."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.rerolls: list[told.Rerolled] = []
        """Since the dice were last read."""

    def read(self, who: Id, why: str, dice: Dice, net: int) -> tuple[int, int, int]:
        """What the dice of a test show in the end, and the luck die.

        One is rolled again for each advantage that is left, for the better: the one that gains most on average; for
        each disadvantage the one that shows more, for the worse (ruling N-6).
        """
        first = next((roll for roll in reversed(self.rolled) if (roll.who, roll.why) == (who, why)), None)
        if first is None or len(first.faces) != 3:
            self.holds("B-46", f"{who} rolls two dice and the luck die: {why}", first is not None)
            return 0, 0, 0
        self.same("B-46", f"dice of {who}: {why}", first.dice, thrown_as(dice))
        *faces, luck = first.faces
        fine = all(1 <= face <= sides for face, sides in zip((*faces, luck), (*dice, 20), strict=True))
        self.holds("B-46", f"faces of {who}", fine)
        again = [roll for roll in self.rolled if roll.who == who and roll.why.startswith(f"{why}, ")]
        rule = "B-54" if net > 0 else "B-43"
        for told_, roll in zip(self.rerolls, again, strict=False):
            better = net > 0
            asked = self.fought.setup.options.get("rerolls") == "ask"
            picked = pick(faces, dice, better=better)
            if asked and better:
                wanted = told_.sides, told_.was
                picked = next((place for place in (0, 1) if (dice[place], faces[place]) == wanted), picked)
            now = roll.faces[0]
            kept = max(faces[picked], now) if better else min(faces[picked], now)
            found = (dice[picked], faces[picked], now, kept, better)
            self.same(
                rule, f"die of {who} rolled again", (told_.sides, told_.was, told_.now, told_.kept, told_.better), found
            )
            faces[picked] = kept
        self.same(rule, f"dice that {who} rolls again: {why}", (len(self.rerolls), len(again)), (abs(net), abs(net)))
        self.rolled.clear()
        self.rerolls.clear()
        return faces[0], faces[1], luck

    def test(self, e: told.Checked, dice: Dice, bonus: int, needed: int, net: int = 0) -> int:
        """Two dice and a bonus, and 4 for a luck die of 20, against what is needed; gives the result."""
        a, b, luck = self.read(e.who, e.what, dice, net)
        total = a + b + bonus + (FORTUNE if luck >= 20 else 0)
        self.same(e.rule, f"dice of {e.who}: {e.what}", e.faces, a + b)
        self.same(e.rule, f"added by {e.who}: {e.what}", e.tally.total, total - a - b)
        self.same(e.rule, f"what {e.what} of {e.who} takes", e.needed, needed)
        self.same(e.rule, f"whether {e.what} of {e.who} succeeds", e.passed, total >= needed)
        return total


def pick(faces: list[int], dice: Dice, *, better: bool) -> int:
    """Which of two dice is rolled again: the one that gains most on average, or the higher; of equals the first."""
    if not better:
        return 0 if faces[0] >= faces[1] else 1
    gains = [
        sum(Fraction(max(0, new - old), sides) for new in range(1, sides + 1))
        for old, sides in zip(faces, dice, strict=True)
    ]
    return 0 if gains[0] >= gains[1] else 1


# --- attacks and feats at foes, their sums, whom they stray to, the damage they do ---


@dataclass
class Blow:
    """An attack, a feat at a foe or a killing strike, from its declaration to what came of it."""

    who: Id
    target: Id
    key: str
    mode: str
    harm: str
    lurking: bool
    """Whoever makes it was in hiding until then."""
    feat: Feat | None = None
    board: IngenuityBoard | None = None
    """As it was when its dice were rolled."""
    rolled: bool = False
    """What its dice came to has been told."""
    total: int = 0
    hit: bool = False
    critical: bool = False
    by: Id | None = None
    """Who steps in, until it has."""
    evades: bool = False
    """The result is not enough for whoever has stepped in."""
    dodged: bool = False
    tried: bool = False
    """It has been dodged, or not."""
    withstood: bool = False
    strayed: bool = False
    block: str = ""
    parry: str = ""
    """Names of the things that it is blocked or parried with."""

    @property
    def afar(self) -> bool:
        """Whether it flies."""
        return self.mode in ("thrown", "shot")

    @property
    def aimed(self) -> bool:
        """Whether it must reach evasion."""
        return self.feat is None or self.feat.against == "evasion"


@dataclass
class Row:
    """What somebody has attacked in this turn, and how."""

    tried: set[Id]
    struck: set[Id]
    missed: set[str]


class Attacks(Readings):
    """Every attack by its dice, its sum and what it must reach."""

    def __init__(self, fought: Fought, harm: Harm) -> None:
        super().__init__(fought)
        self.harm = harm
        self.going: list[Blow] = []
        """The latest last: what is held back may break into one."""
        self.landed: Blow | None = None
        self.beyond: tuple[Id, Id] | None = None
        """Whose attack does more than breaks what its target blocks with, which is hit then."""
        self.before: dict[Id, int] = {}
        """Attacks that everybody has made in this round."""
        self.rows: dict[Id, Row] = {}
        self.unhid: Id | None = None
        """Who has only now come out of hiding."""

    def see(self, fact: Fact) -> None:
        board = fact.before
        match fact.event:
            case RoundBegan():
                self.before.clear()
            case told.TurnBegan():
                self.rows.clear()
                self.same("B-17", "attacks that nothing came of", [each.who for each in self.going], [])
                self.same("B-46", "dice of which nothing came", [roll.why for roll in self.rolled], [])
                self.rolled.clear()
            case Rolled() as e:
                self.thrown(board, e)
            case told.Rerolled() as e:
                self.rerolls.append(e)
            case told.AttackDeclared() as e:
                self.declared(board, e)
            case told.Strayed() as e:
                self.strayed(e)
            case told.AttackRolled() as e:
                self.attack(e)
            case told.AttackSpoiled() as e if not e.why.startswith("can't "):
                self.going = [each for each in self.going if each is not self.blow(e.who)]
            case told.AttackHit(who=who, target=target) if (who, target) == self.beyond:
                self.beyond = None
            case told.AttackHit() as e:
                self.hits(board, e)
            case told.ItemHit() as e:
                self.hits(board, e, e.item)
            case told.AttackMissed() as e:
                self.misses(e)
            case told.DamageSummed() as e:
                self.damage(board, e)
        unhid = isinstance(fact.event, Changed) and fact.event.changes.get("hidden") is False
        self.unhid = fact.event.who if unhid and isinstance(fact.event, Changed) else None

    def blow(self, who: Id) -> Blow | None:
        """The latest attack of somebody that is not over."""
        return next((each for each in reversed(self.going) if each.who == who), None)

    def over(self, who: Id, target: Id) -> Blow | None:
        """The attack of which the end is told; it was the latest."""
        found = self.blow(who)
        self.holds("B-46", f"{who} has rolled", found is not None and found.rolled)
        if found is not None:
            self.same("B-46", f"whom {who} attacks", target, found.target)
            self.going.remove(found)
        return found

    # -- setting out

    def declared(self, board: IngenuityBoard, e: told.AttackDeclared) -> None:
        """With something in hand, within its reach or range, at a foe."""
        me, it = board.now(e.who), board.now(e.target)
        self.holds("B-17", f"{e.target} is a foe who is alive", me.side != it.side and not it.sheet.dead)
        if e.how == "sneak attack":
            self.kill_fails(e)
        blow = Blow(e.who, e.target, e.weapon, e.mode, e.harm, lurking=self.unhid == e.who)
        self.going.append(blow)
        if e.mode == "feat":
            blow.feat = next(feat for feat in me.sheet.profile.feats if feat.key == e.weapon)
            self.same("B-36", "the harm of a feat", e.harm, blow.feat.harm or "")
            near = metres(board, me, it) <= blow.feat.range and corners(board, me, it) >= 0
            self.holds("B-36", f"{e.target} is within reach of {e.weapon}", near)
            return
        found = weapon(me.sheet, e.weapon)
        keys = [key for key in strikes_with(me.sheet) if kind(key) == e.weapon]
        self.holds("B-17", f"{e.who} has {e.weapon} at hand", bool(keys))
        self.holds("B-67", f"{e.weapon} deals {e.harm} damage", e.harm in found.harm)
        self.holds("B-17", f"{e.who} reaches {e.target}", reaches(board, me, it, blow))
        if e.mode == "thrown":
            self.holds("B-17", f"{e.weapon} can be thrown", "thrown" in found.traits)
        if e.mode == "shot":
            self.holds("B-38", f"{e.weapon} is loaded", any(key not in me.sheet.unloaded for key in keys))
            self.holds("B-18", f"{e.who} has hands for it", found.hands < 2 or len(held(me.sheet)) < 2)

    def kill_fails(self, e: told.AttackDeclared) -> None:
        """A killing strike that fails becomes a sneak attack on the same (B-76)."""
        found = self.blow(e.who)
        fine = found is not None and (found.mode, found.target, found.hit) == ("kill", e.target, False)
        self.holds("B-76", f"the killing strike of {e.who} has failed", fine)
        if found is not None:
            self.going.remove(found)

    # -- dice

    def thrown(self, board: IngenuityBoard, e: Rolled) -> None:
        """Note how things were as the dice of an attack fell."""
        found = self.going[-1] if self.going else None
        if found is not None and found.who == e.who and found.board is None:
            names = {"kill": "killing strike", "feat": found.feat.name.lower() if found.feat else ""}
            if e.why == names.get(found.mode, "attack"):
                found.board = board

    def attack(self, e: told.AttackRolled) -> None:
        """An attribute die, the combat die, a proficiency and what the attacks before it take, against evasion."""
        blow = self.blow(e.who)
        self.holds("B-46", f"{e.who} has attacked", blow is not None)
        if blow is None or blow.board is None:
            return
        board = blow.board
        me, it, found = board.now(e.who), board.now(e.target), weapon(board.now(e.who).sheet, blow.key)
        self.same("B-46", f"whom {e.who} attacks", e.target, blow.target)
        net = self.advantages(board, me, it, blow)
        *faces, luck = self.read(e.who, "attack", test_dice(me.sheet, "combat", *found.attributes), net)
        # Of two dice that are alike and show the same it makes no difference which is rolled again.
        self.same("B-46", f"dice of {e.who}", (sorted(e.faces), e.luck), (sorted(faces), luck))
        self.same("B-53", f"attacks of {e.who} before", term(e.tally, "attacks before"), -2 * self.made(e.who))
        self.same("B-46", f"added by {e.who}", e.tally.total, self.added(board, me, it, blow))
        self.same("B-57", f"evasion of {e.target}", e.against.total, defence(it.sheet, "evasion", larger(me, it)))
        self.same("B-49", f"critical of {e.who}", e.critical, luck >= found.critical)
        if luck <= 1 and not blow.strayed:
            self.same("B-51", "whom the shot could stray to", self.strays(blow), [])
        blow.total = sum(faces) + e.tally.total
        blow.critical, blow.rolled = e.critical, True
        blow.hit = e.critical or blow.total >= e.against.total
        self.before[e.who] = self.made(e.who) + 1
        self.row(e.who).tried.add(e.target)

    def made(self, who: Id) -> int:
        """Attacks of somebody in this round."""
        return self.before.get(who, 0)

    def row(self, who: Id) -> Row:
        """What somebody has attacked in this turn."""
        return self.rows.setdefault(who, Row(set(), set(), set()))

    def added(self, board: IngenuityBoard, me: Body, it: Body, blow: Blow) -> int:
        """All that comes to the dice of an attack (B-46, B-53, ruling N-8)."""
        found, row, before = weapon(me.sheet, blow.key), self.row(me.id), self.made(me.id)
        traits = found.traits
        total = proficiency(me.sheet, *found.proficiencies) - 2 * before
        if blow.mode == "melee" and found.hands == 2:
            total += 1 if gripped(me.sheet, blow.key) else -1
        total += int("swift" in traits and before > 0) + int("momentum" in traits and it.id in row.struck)
        total += 2 * int("cleave" in traits and bool(row.tried) and it.id not in row.tried)
        total += 2 * int("backswing" in traits and blow.key in row.missed)
        if blow.afar:
            total -= max(0, metres(board, me, it) - 1) // found.range
        return total

    def advantages(self, board: IngenuityBoard, me: Body, it: Body, blow: Blow) -> int:
        """Advantages less disadvantages of an attack (B-25, B-43, B-54 to B-56, ruling N-4)."""
        net = int(not sees_coming(board, it, me, lurking=blow.lurking)) + int(flanked(board, it, me.side))
        if it.sheet.prone or not up(it):
            net += -1 if blow.afar else 1
        net -= int(blow.afar and has(it.sheet, "cover") and corners(board, me, it) < 8)
        net -= int(has(me.sheet, "blinded") or dim(board, me, it))
        return net - int(metres(board, me, it) <= weapon(me.sheet, blow.key).unfit)

    def strays(self, blow: Blow) -> list[Id]:
        """Whom a shot may stray to: all beside its target that it could be made on (ruling N-7)."""
        board = blow.board
        assert board is not None
        me, it = board.now(blow.who), board.now(blow.target)
        if not blow.afar and "risky" not in weapon(me.sheet, blow.key).traits:
            return []
        near = [
            c for c in everybody(board) if c.id not in (me.id, it.id) and not c.sheet.dead and touches(board, c, it)
        ]
        return [c.id for c in near if reaches(board, me, c, blow)]

    def strayed(self, e: told.Strayed) -> None:
        """With a luck die of 1, to somebody beside the target."""
        blow = self.blow(e.who)
        self.holds("B-51", f"{e.who} has rolled", blow is not None and blow.board is not None)
        if blow is not None and blow.board is not None:
            luck = next((roll.faces[2] for roll in self.rolled if roll.why == "attack"), 0)
            self.same("B-51", f"luck of {e.who}", luck, 1)
            self.same("B-51", "whom it was aimed at", e.aimed, blow.target)
            self.holds("B-51", f"it may stray to {e.target}", e.target in self.strays(blow))
            blow.target, blow.strayed = e.target, True

    # -- what comes of it

    def hits(self, board: IngenuityBoard, e: told.AttackHit | told.ItemHit, item: str = "") -> None:
        """The result reached what it had to, and nobody did anything about it that was enough; what blocks is hit."""
        blow = self.over(e.who, e.target)
        self.same("B-58", "who of an attack before should have been hit past what it blocked with", self.beyond, None)
        if blow is None:
            return
        self.same("B-58", f"what is hit in the place of {e.target}", item, blow.block)
        fine = blow.hit and not blow.dodged and not blow.evades and not blow.withstood
        self.holds("B-46", f"{e.who} hits {e.target}", fine)
        if blow.feat is None:
            self.row(e.who).tried.add(e.target)
            self.row(e.who).missed.discard(blow.key)
        if blow.aimed:
            self.landed = blow
        elif blow.feat is not None:
            self.takes(board.now(blow.target), blow.feat)

    def takes(self, it: Body, feat: Feat, total: int = 99) -> None:
        """What a feat does: who is driven back lies there then."""
        if feat.effect == "push":
            self.harm.befalls(it, "prone", 0, total, open_=True)
        elif feat.effect is not None and feat.effect not in ("ward", "mend"):
            self.harm.befalls(it, feat.effect, feat.amount, total)

    def misses(self, e: told.AttackMissed) -> None:
        """The result was too low, or it was dodged, or whoever stepped in evades it, or withstood."""
        blow = self.over(e.who, e.target)
        if blow is None:
            return
        found = "dodged" if blow.dodged else "evaded" if blow.evades else "withstood" if blow.withstood else ""
        self.same("B-46", f"why {e.who} misses {e.target}", e.why, found)
        self.holds("B-46", f"{e.who} misses {e.target}", bool(found) or not blow.hit)
        if blow.feat is None:
            self.row(e.who).tried.add(e.target)
            self.row(e.who).missed.add(blow.key)

    def damage(self, board: IngenuityBoard, e: told.DamageSummed) -> None:
        """The result and the weapon's damage, less deflection, or a block; 1 at least (B-47, B-59, B-63)."""
        blow, self.landed = self.landed, None
        self.holds("B-47", f"{e.who} has hit", blow is not None and blow.board is not None)
        if blow is None or blow.board is None:
            return
        me, it = board.now(e.who), board.now(e.target)
        self.same("B-47", "who hits whom", (e.who, e.target), (blow.who, blow.target))
        self.same("B-47", f"damage of {e.who}", e.damage.total, blow.total + self.strength(blow))
        keys = [key for key in held(it.sheet) if thing(it.sheet, key).name.lower() == (blow.block or blow.parry)]
        used = thing(it.sheet, keys[0]) if keys else None
        if blow.block and used is not None:
            self.same("B-59", f"what {blow.block} takes off", e.off.total, used.block)
        else:
            parry = (used.parry or 1) if used is not None else 0
            off = deflection(it.sheet, self.harm_of(blow), larger(me, it), parry)
            self.same("B-68", f"deflection of {e.target}", e.off.total, off)
        self.same("B-47", f"dealt by {e.who}", e.dealt, max(1, e.damage.total - e.off.total))
        lost, rest = 1, e.dealt
        if blow.block and used is not None:
            lost = min(e.dealt, lasts(it.sheet, keys[0]))
            rest = e.dealt - lost
            self.beyond = (e.who, e.target) if rest else None
        if rest:
            self.row(e.who).struck.add(e.target)
            lethal = blow.feat is not None or is_lethal(weapon(blow.board.now(blow.who).sheet, blow.key))
            self.harm.loses(it, rest, nonlethal=not lethal)
            self.inflicts(it, blow)
        if used is not None:
            through = rest if blow.block else 0
            left = lasts(it.sheet, keys[0]) - lost
            self.harm.due.insert(0, Due("worn", e.target, used.name.lower(), lost, left, through))

    def harm_of(self, blow: Blow) -> str:
        """The kind of damage; what a feat does not name is of the mind."""
        return blow.harm if blow.feat is None else blow.feat.harm or "psychic"

    def strength(self, blow: Blow) -> int:
        """What comes to the result: the weapon's damage or its critical damage, 1 for a versatile one in both hands."""
        if blow.feat is not None:
            return blow.feat.damage
        assert blow.board is not None
        sheet = blow.board.now(blow.who).sheet
        found = weapon(sheet, blow.key)
        both = "versatile" in found.traits and blow.mode != "thrown" and gripped(sheet, blow.key)
        return (found.critical_damage if blow.critical else found.damage) + int(both)

    def inflicts(self, it: Body, blow: Blow) -> None:
        """What comes with a hit besides."""
        if blow.feat is not None:
            self.takes(it, blow.feat, blow.total)
            return
        assert blow.board is not None
        found = weapon(blow.board.now(blow.who).sheet, blow.key)
        if found.inflicts is not None:
            self.harm.befalls(it, found.inflicts, found.amount, blow.total)


def reaches(board: IngenuityBoard, me: Body, it: Body, blow: Blow) -> bool:
    """Whether an attack can be made on somebody from where the two stand."""
    found = weapon(me.sheet, blow.key)
    if blow.mode == "melee":
        return metres(board, me, it) <= found.reach and clear(board, me, it)
    return metres(board, me, it) <= found.limit and corners(board, me, it) >= 0


def is_lethal(found: Weapon) -> bool:
    """Whether what it deals may kill."""
    return "nonlethal" not in found.traits
