"""Murdham's fear and morale judged again, and how gear wears."""

from __future__ import annotations

from collections import Counter, deque

from game.rules.events import Ended, Id, Left, Rolled, RoundBegan, TurnChanged
from game.spatial.places import ZonePlace
from rulesets.murdham.play import events as told
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Sheet
from tests.referee.judging import Fact, Fought, Referee
from tests.referee.murdham_sheets import everybody, fearless, fighting, full_health, half, sees, worth

FEAR = 4
"""Zones within which one is frightened."""

HEAVY = 8
"""Damage before armour that destroys a damaged shield or armour."""


class NerveReferee(Referee):
    """Judges what frightens, who loses heart, and what breaks."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.began = Counter(c.side for c in fought.start.combatants.values())
        self.due: dict[str, tuple[str, set[Id]]] = {}
        """Sides that must be tested at the end of this round, by what rule, and who."""
        self.tested: set[str] = set()
        self.now_tested = ""
        self.shaken: set[Id] = set()
        """Those who have failed a test of morale and not turned it."""
        self.brave: set[Id] = set()
        """Those who have passed the test of fear made last."""
        self.steady: set[Id] = set()
        """Those who have passed one."""
        self.breaks: list[tuple[Id, str, str]] = []
        """What has to break next: whose, what, by what rule."""
        self.blow = Id(""), ""
        """Who attacks, with what weapon."""
        self.dice: dict[tuple[Id, Id], told.DamageRolled] = {}
        self.die = 0
        """The last roll for durability that was a 1 and has not been told of, as -1 for none."""
        self.worn: list[str] | None = None
        """After the fight: what is to be rolled for."""
        self.rolled_for: list[str] = []

    def see(self, fact: Fact) -> None:
        match fact.event:
            case TurnChanged(changes={"phase": "end"}):
                self.count(fact.after)
            case told.MoraleTested() as e:
                self.tests(e)
            case told.GroupSaved(what="morale") as e:
                self.saved(fact, e)
            case told.GroupSaved(rule="A-119") as e:
                self.faces(fact, e)
            case told.Saved(what="morale", passed=True, who=who):
                self.shaken.discard(who)
                self.steady.add(who)
            case told.Did(rule="A-98", who=who):
                self.loses_heart(fact, who, runs=True)
            case told.Fell(how="surrendered", who=who) if who in self.shaken:
                self.loses_heart(fact, who, runs=False)
            case told.Afflicted(what="frightened of", who=who):
                self.holds("A-119", f"{who} has failed", who not in self.brave)
            case told.SideLeads():
                self.afraid(fact.before)
                self.brave.clear()
            case RoundBegan():
                self.same("A-97", "sides that should have been tested", set(self.due) - self.tested, set())
                self.same("A-98", "who should have lost heart", self.shaken, set())
                self.broken()
            case told.AttackDeclared() | told.BlastThrown():
                self.broken()
                self.blow = fact.event.who, fact.event.weapon
                self.dice.clear()
            case told.DamageRolled() as e:
                last = self.dice.get((e.who, e.target))
                if last is None or e.dealt < last.dealt:
                    self.dice[e.who, e.target] = e
            case told.AttackHit() | told.AttackMissed(why="struck down first") as e:
                self.wears(fact.before, self.dice.pop((e.who, e.target), None))
            case told.Wore() as e:
                self.wore(fact, e)
            case Rolled(dice="d4", why=why) as e if why.startswith("durability of the "):
                self.durability(fact, e)
            case told.TurnBegan() | Left():
                self.broken()
            case Ended():
                self.ended(fact)
            case _:
                pass

    # -- morale

    def count(self, board: MurdhamBoard) -> None:
        """Half of those who began are left, or fewer; or half the health of one alone."""
        self.due = {}
        setting = board.setup.options.get("morale", "all")
        for side in board.setup.sides:
            left = [c for c in everybody(board) if c.side == side.name and fighting(c.sheet) and not c.sheet.retreating]
            some = {c.id for c in left if not fearless(c.sheet.profile) and c.id not in self.steady}
            some = {who for who in some if not board.now(who).sheet.steady}
            exempt = setting == "off" or (setting == "foes" and side.party)
            if exempt or side.name in self.tested or not some:
                continue
            began = self.began[side.name]
            if began > 1 and len(left) <= half(began):
                self.due[side.name] = "A-95", some
            elif began == 1 and left[0].sheet.health <= half(full_health(left[0].sheet)):
                self.due[side.name] = "A-96", some

    def tests(self, e: told.MoraleTested) -> None:
        """Once, for the reason told."""
        rule, _ = self.due.get(e.side, ("no rule", set()))
        self.same("A-95", f"why {e.side} is tested", e.rule, rule)
        self.holds("A-99", f"{e.side} is tested once", e.side not in self.tested)
        self.tested.add(e.side)
        self.now_tested = e.side

    def saved(self, fact: Fact, e: told.GroupSaved) -> None:
        """All who can lose heart, and nobody else."""
        some = {*e.passed, *e.failed}
        _, due = self.due.get(self.now_tested, ("", set()))
        hidden = {who for who in due if fact.before.now(who).sheet.hidden}
        self.holds("A-98", f"{sorted(some)} are those of {sorted(due)}", some in (due, due - hidden, due & hidden))
        self.shaken.update(e.failed)
        self.steady.update(e.passed)

    def loses_heart(self, fact: Fact, who: Id, *, runs: bool) -> None:
        """Makes off where a way is open, else gives up."""
        self.holds("A-98", f"{who} has failed a test", who in self.shaken)
        self.shaken.discard(who)
        self.same("A-98", f"whether {who} runs", runs, self.way_out(fact.before, fact.before.now(who)))

    def way_out(self, board: MurdhamBoard, me: Body) -> bool:
        """Whether a way to an exit, or without any to the rim, leads past no place that holds a foe (M-13)."""
        zones, space = board.space.zones, board.space
        foes = {c.at for c in everybody(board) if c.side != me.side and fighting(c.sheet) and not c.sheet.hidden}
        barred = foes - {me.at}
        drawn = {zone for zone in zones.all_zones if "exit" in zones.area(zone).tags}
        rims = {
            zone
            for zone in zones.all_zones
            if any(x in (0, space.width - 1) or y in (0, space.height - 1) for x, y in zones.cells(zone))
        }
        seen: set[ZonePlace] = {me.at}
        queue = deque(seen)
        while queue:
            here = queue.popleft()
            if here in (drawn or rims):
                return True
            for there in zones.touching(here):
                if there not in seen and there not in barred and not zones.closed(there):
                    seen.add(there)
                    queue.append(there)
        return False

    # -- fear

    def faces(self, fact: Fact, e: told.GroupSaved) -> None:
        """All of a side who see something frightening of one kind within four zones, and do not know it yet (M-33)."""
        board, some = fact.before, {*e.passed, *e.failed}
        sides = {c.side for c in everybody(board) if c.id in some}
        named = e.what.removeprefix("facing ")
        keys = {c.sheet.profile.key for c in everybody(board) if c.sheet.profile.name == named}
        due = {who for who in self.shaking(board, keys) if board.now(who).side in sides}
        hidden = {who for who in due if board.now(who).sheet.hidden}
        self.holds("A-119", f"{sorted(some)} face it of {sorted(due)}", some in (due, due - hidden, due & hidden))
        self.brave = set(e.passed)

    def shaking(self, board: MurdhamBoard, keys: set[str] | None = None) -> list[Id]:
        """Those who have still to be tested by something frightening, be it of some kinds alone."""
        found = []
        dreads = [c for c in everybody(board) if c.sheet.profile.frightening and fighting(c.sheet)]
        dreads = [c for c in dreads if keys is None or c.sheet.profile.key in keys]
        for c in everybody(board):
            if fearless(c.sheet.profile) or not fighting(c.sheet):
                continue
            known = {*c.sheet.fears, *c.sheet.braved}
            new = [it for it in dreads if it.side != c.side and it.id not in known and not it.sheet.hidden]
            spans = [board.space.zones.span(c.at, it.at) for it in new if sees(board, c, it)]
            if any(span is not None and span <= FEAR for span in spans):
                found.append(c.id)
        return found

    def afraid(self, board: MurdhamBoard) -> None:
        """As a round begins everybody has faced what there is to fear."""
        self.same("A-119", "who has still to face what frightens", self.shaking(board), [])

    # -- wear

    def wears(self, board: MurdhamBoard, e: told.DamageRolled | None) -> None:
        """A damaged weapon breaks by a 1 on its die, a damaged shield or else armour or helmet by 8 or more."""
        self.broken()
        if e is None:
            return
        me, it = board.now(e.who).sheet, board.now(e.target).sheet
        if e.rolled >= HEAVY and "shield" in it.damaged and "shield" in (it.hand, it.off):
            self.breaks.append((e.target, "shield", "A-108"))
        elif e.rolled >= HEAVY and "armour" in it.damaged and it.armour:
            self.breaks.append((e.target, "armour", "A-108"))
        elif e.rolled >= HEAVY and "helmet" in it.damaged and it.profile.helmet and it.damaged.count("helmet") == 1:
            self.breaks.append((e.target, "helmet", "A-108"))
        who, key = self.blow
        if who != e.who or key not in (me.hand, me.off) or not e.rolls or e.net <= -2:
            return
        fragile = key in me.damaged or "improvised" in me.profile.weapon(key).traits
        kept = (max if e.net > 0 else min)(e.rolls, key=lambda faces: worth(e.die, faces))
        if fragile and kept[0] == 1:
            self.breaks.append((e.who, key, "A-107"))

    def broken(self) -> None:
        """What has to break has broken."""
        self.same("A-107", "what should have broken", self.breaks, [])
        self.breaks.clear()

    def wore(self, fact: Fact, e: told.Wore) -> None:
        """For the rule that is told."""
        if e.rule == "A-106":
            self.same("A-106", f"durability of the {e.item}", (e.face, self.die), (1, 1))
            self.die = 0
            if e.who is not None:
                sheet = fact.before.now(e.who).sheet
                gone = e.item not in has(sheet)
                marked = e.item in sheet.damaged
                self.same("A-106", f"what becomes of the {e.item}", e.what, "destroyed" if gone else "damaged")
                self.holds("A-106", f"{e.item} is marked as damaged or gone", marked or gone)
            return
        self.same("A-107", "what becomes of what breaks", e.what, "destroyed")
        due = (e.who or Id(""), e.item, e.rule)
        if due in self.breaks:
            self.breaks.remove(due)
            return
        # of a counter nobody says with which weapon it is made
        self.holds("A-107", f"{e.item} of {e.who} should break", e.rule == "A-107" and e.who != self.blow[0])

    def durability(self, fact: Fact, e: Rolled) -> None:
        """One roll for each thing that was used, wherever it is now; a 1 shows."""
        if self.worn is None:
            self.worn = sorted(used(fact.before))
        self.same("A-106", "a 1 that was not told of", self.die == 1, False)
        self.die = e.faces[0]
        self.rolled_for.append(e.why.removeprefix("durability of the "))

    def ended(self, fact: Fact) -> None:
        """All that was used has been rolled for."""
        self.same("A-106", "a 1 that was not told of", self.die == 1, False)
        if self.fought.setup.options.get("wear", "yes") == "yes":
            self.same("A-106", "what was rolled for", sorted(self.rolled_for), self.worn or sorted(used(fact.before)))


def has(sheet: Sheet) -> set[str]:
    """Gear that is still there: in hand, on the belt, worn."""
    helmet = sheet.profile.helmet and sheet.damaged.count("helmet") < 2
    return {sheet.hand, sheet.off, *sheet.carried, *("armour",) * bool(sheet.armour), *("helmet",) * helmet}


def used(board: MurdhamBoard) -> list[str]:
    """All gear that was used in this fight and is still there, whoever has it."""
    found = []
    for c in (*board.state.combatants.values(), *board.state.gone.values()):
        sheet = c.sheet
        found += [item for item in sheet.used if item in has(sheet)]
    return found + [thing.key for thing in board.state.things.values() if "used" in thing.marks]
