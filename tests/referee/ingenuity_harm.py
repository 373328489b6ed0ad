"""Ingenuity judged again: what damage leads to, who faints, who is at the edge of death, what befalls whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal

from game.rules.events import Ended, Id, RoundBegan, TurnChanged
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard
from tests.referee.ingenuity_sheets import count, defence, deflection, ground, has, up
from tests.referee.judging import Fact, Fought, Referee

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
