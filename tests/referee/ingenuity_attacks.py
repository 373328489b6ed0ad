"""Ingenuity judged again: attacks and feats at foes, their sums, whom they stray to, the damage they do."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Changed, Id, Rolled, RoundBegan
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import Body, Feat, IngenuityBoard, Weapon
from tests.referee.ingenuity_dice import Readings
from tests.referee.ingenuity_harm import Due, Harm
from tests.referee.ingenuity_sheets import (
    clear,
    corners,
    defence,
    deflection,
    dim,
    flanked,
    gripped,
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
    touches,
    up,
    weapon,
)
from tests.referee.ingenuity_turns import everybody
from tests.referee.judging import Fact, Fought, term


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
