"""Murdham's attacks and damage judged again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import ceil

from game.rules.events import Id, Moved, RoundBegan
from game.spatial.places import InZone
from rulesets.murdham.play import events as told
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Weapon
from tests.referee.judging import Fact, Fought, Referee
from tests.referee.murdham_sheets import (
    TIMES,
    at_hand,
    awake,
    bound,
    carries,
    crossed,
    die_of,
    everybody,
    explodes,
    fighting,
    full_health,
    half,
    hazy,
    near,
    outsizes,
    parts,
    sees,
    shelter,
    unfeeling,
    visible,
    water,
    worth,
)

# --- attacks: may they be made, the save to hit, stunts, reactions, who is hit first ---

NOBODY = Id("")

REACTIONS = {
    "counters": "A-27",
    "dodges": "A-28",
    "guards": "A-29",
    "hides behind": "A-30",
    "strikes at the leaving": "A-31",
}
"""What may be done about an attack or a step away, each by its rule."""


@dataclass
class Attack:
    """An attack from its declaration to what comes of it."""

    who: Id
    weapon: str
    how: str
    mode: str = "melee"
    aim: str = "harm"
    held_back: bool = False
    unaware: bool = False
    """It was made out of hiding."""
    needs: str = ""
    """The rule that asks for a save to hit."""
    place: InZone | None = None
    """Of a blast: where it lands."""
    sweep: bool = False
    focused: bool = False
    bearers: Counter[Id] | None = None
    """Whom it would strike now, each with how many shares of a blast; None before anybody is known."""
    reacted: set[Id] = field(default_factory=set)
    """Those whose shield is up: they dodge, counter or guard."""
    counter: Id = NOBODY
    """Who counters."""
    rolled: bool = False
    """Damage has been rolled."""
    over: bool = False
    """Something else was agreed on."""


class BlowReferee(Referee):
    """Judges attacks up to the harm they do."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.attack = Attack(NOBODY, "", "")
        self.active = NOBODY
        self.walked = False
        self.sprung = NOBODY
        """Who has just come out of hiding to attack."""
        self.blind = False
        """A blow at nobody in particular has found somebody."""
        self.hits: dict[Id, bool | None] = {}
        """How the saves to hit of this attack went."""
        self.dodged: dict[Id, bool] = {}
        self.falls_back = NOBODY

    def see(self, fact: Fact) -> None:
        match fact.event:
            case RoundBegan() | told.Passed() | told.PhaseBegan():
                self.close(fact)
            case told.TurnBegan() as e:
                self.close(fact)
                self.active, self.walked, self.falls_back = e.who, False, NOBODY
            case told.Did(what="tramples", other=other) if other is not None:
                self.falls_back = other
            case Moved(how="walk", who=who, end=end):
                self.walked |= who == self.active and who != self.falls_back
                if isinstance(end, InZone):
                    self.falls_back = NOBODY
            case told.Spotted(who=who, why="attacks"):
                self.sprung = who
            case told.Did(what="strikes blindly about"):
                self.blind = True
            case told.AttackDeclared() as e:
                self.declared(fact, e)
            case told.BlastThrown() as e:
                self.thrown(fact, e)
            case told.BlastDeviated() as e:
                self.deviated(fact, e)
            case told.Saved() as e if e.what.startswith("to hit"):
                self.aimed(fact, e)
            case told.Saved(what="dodge") as e:
                self.dodged[e.who] = e.passed
            case told.StuntOffered() as e:
                self.offered(e)
            case told.Reacted() as e:
                self.reacted(fact, e)
            case _:
                pass

    def close(self, fact: Fact) -> None:
        """An attack is over."""
        self.attack = Attack(NOBODY, "", "")
        self.hits, self.dodged = {}, {}

    # -- may it be made

    def declared(self, fact: Fact, e: told.AttackDeclared) -> None:
        """In reach, seen, with what is at hand, and no barrier between."""
        self.close(fact)
        board, me, it = fact.before, fact.before.now(e.who), fact.before.now(e.target)
        unaware, self.sprung = self.sprung == e.who, NOBODY
        weapon = me.sheet.profile.weapon(e.weapon)
        self.attack = Attack(e.who, e.weapon, e.how, e.mode, e.aim, e.held_back, unaware)
        self.attack.bearers = Counter([e.target])
        self.attack.focused = "blast" in weapon.traits
        self.holds("A-32", f"{e.who} can attack", fighting(me.sheet) and not bound(board, me))
        self.holds("A-36", f"{e.weapon} is at hand", weapon in at_hand(me.sheet))
        self.holds("A-36", f"{e.weapon} has not fired", e.weapon not in me.sheet.fired)
        self.holds("A-36", f"{e.who} strikes at a foe", me.side != it.side)
        self.same("A-39", f"how {e.weapon} attacks", e.mode, self.mode(weapon))
        if self.attack.focused:
            self.holds("A-118", f"{e.target} is big enough", it.sheet.profile.size in ("large", "massive"))
        close = near(board, me.at, it.at)
        if e.aim == "final blow":
            self.holds("A-38", f"{e.target} is helpless and nearby", close and not awake(it.sheet))
            self.attack.needs = self.needs(board, me, it, weapon, moving=False)
            return
        self.holds("A-36", f"{e.target} is alive", not it.sheet.dead)
        if e.aim != "harm":
            self.holds("A-83", f"{e.target} is nearby", close)
            if e.aim == "disarm":
                self.holds("A-82", f"{e.target} has the {e.item} in hand", e.item in (it.sheet.hand, it.sheet.off))
        moving = self.walked and e.how == "attack"
        self.reaches(board, me, it, weapon, moving=moving)
        self.attack.needs = "" if self.blind else self.needs(board, me, it, weapon, moving=moving)
        self.hits = {e.who: True} if self.blind else {}
        self.blind = False

    def mode(self, weapon: Weapon) -> str:
        """How a weapon crosses the distance."""
        return "melee" if not weapon.range else "indirect" if "indirect" in weapon.traits else "ranged"

    def reaches(self, board: MurdhamBoard, me: Body, it: Body, weapon: Weapon, *, moving: bool) -> None:
        """Object to what can't be done."""
        for rule, what, fine in self.demands(board, me, it, weapon, moving=moving):
            self.holds(rule, f"{me.id} at {it.id} with {weapon.key}: {what}", fine)

    def demands(
        self, board: MurdhamBoard, me: Body, it: Body, weapon: Weapon, *, moving: bool
    ) -> list[tuple[str, str, bool]]:
        """All that an attack with a weapon takes."""
        reach, mode, zones = carries(me.sheet, weapon), self.mode(weapon), board.space.zones
        span = zones.lob(me.at, it.at) if mode == "indirect" else zones.span(me.at, it.at)
        close = near(board, me.at, it.at)
        walled = not close and shelter(board, it.at) == "barrier" and not it.sheet.leaning
        clear = ("A-68", "no barrier", not walled)
        if mode == "melee" and close:
            return [("A-39", "nearby", True)]
        within = span is not None and span <= reach
        if mode == "melee":
            return [("A-39", "in reach", bool(reach) and within), ("A-39", "seen", sees(board, me, it)), clear]
        beyond = span is None or span > half(reach)
        if mode == "indirect":
            return [("A-41", "in range", within), ("A-47", "beyond half", beyond), ("A-49", "standing", not moving)]
        return [
            ("A-41", f"{span} of {reach} zones", within),
            ("A-44", "not far and on the move", not (beyond and moving)),
            ("A-45", "visible", sees(board, me, it)),
            clear,
        ]

    def needs(self, board: MurdhamBoard, me: Body, it: Body, weapon: Weapon, *, moving: bool) -> str:
        """The rule that asks for a WIT save to hit; "" if it simply hits."""
        mode = self.mode(weapon)
        if mode == "melee":
            return "" if sees(board, me, it) else "A-40"
        return self.hard(board.space.zones.span(me.at, it.at) or 0, me, weapon, moving=moving)

    def hard(self, zones: int, me: Body, weapon: Weapon, *, moving: bool) -> str:
        """The same of what flies so many zones."""
        if self.mode(weapon) == "indirect":
            return "A-48"
        return "A-42" if zones > half(carries(me.sheet, weapon)) else "A-43" if moving else ""

    # -- blasts

    def thrown(self, fact: Fact, e: told.BlastThrown) -> None:
        """At the own zone hand to hand, at any in range from afar."""
        self.close(fact)
        board, me = fact.before, fact.before.now(e.who)
        weapon = me.sheet.profile.weapon(e.weapon)
        unaware, self.sprung = self.sprung == e.who, NOBODY
        self.attack = Attack(e.who, e.weapon, e.how, self.mode(weapon), unaware=unaware, place=e.place, sweep=e.sweep)
        self.attack.held_back = e.held_back
        self.holds("A-32", f"{e.who} can attack", fighting(me.sheet) and not bound(board, me))
        self.holds("A-36", f"{e.weapon} is at hand", weapon in at_hand(me.sheet) and e.weapon not in me.sheet.fired)
        self.holds("A-70", f"{e.weapon} strikes all around", e.sweep or "blast" in weapon.traits)
        if not weapon.range:
            self.holds("A-71", f"{e.who} is in {e.place}", e.place in parts(board, me.at))
            return
        zones, moving = board.space.zones, self.walked and e.how == "attack"
        span = zones.lob(me.at, e.place) if self.attack.mode == "indirect" else zones.span(me.at, e.place)
        self.holds("A-72", f"{e.place} is in range", span is not None and span <= carries(me.sheet, weapon))
        if self.attack.mode == "ranged":
            self.holds("A-45", f"{e.place} is visible", visible(board, me.at, e.place))
        self.attack.needs = self.hard(span or 0, me, weapon, moving=moving)

    def deviated(self, fact: Fact, e: told.BlastDeviated) -> None:
        """What misses strays to the neighbour that the die says."""
        around = fact.before.space.zones.neighbours(e.aimed)
        self.same("A-73", f"the save of {e.who}", self.hits.get(e.who), False)
        self.same("A-73", "where it was aimed", e.aimed, self.attack.place)
        strayed = [roll.faces[0] for roll in self.rolled if roll.why == "where it strays"]
        self.same("A-73", "the die", e.face, strayed[-1] if len(around) > 1 else 1)
        self.holds("A-73", "a neighbour's number", 1 <= e.face <= len(around))
        self.same("A-73", "where it goes", e.place, around[(e.face - 1) % len(around)])
        self.attack.place, self.hits[e.who] = e.place, True

    def struck(self, board: MurdhamBoard) -> Counter[Id]:
        """Whom an attack would strike; of a blast everybody in the zone and on its borders, but whom it spares."""
        attack = self.attack
        if attack.bearers is None:
            me, zones = board.now(attack.who), board.space.zones
            assert attack.place is not None
            around = (attack.place, *zones.borders(attack.place))
            found = [c for c in everybody(board) if c.at in around and not c.sheet.dead]
            if attack.sweep:
                found = [c for c in found if c.side != me.side and outsizes(me.sheet, c.sheet)]
            elif attack.mode == "melee":
                found = [c for c in found if c.id != attack.who]
            elif attack.mode == "ranged":
                found = [c for c in found if not self.walled(board, me, c)]
            attack.bearers = Counter(c.id for c in found)
        return attack.bearers

    def walled(self, board: MurdhamBoard, me: Body, c: Body) -> bool:
        """Whether a barrier keeps a blast off somebody."""
        return not near(board, me.at, c.at) and shelter(board, c.at) == "barrier" and not c.sheet.leaning

    # -- before the damage

    def aimed(self, fact: Fact, e: told.Saved) -> None:
        """Made only where it is hard, for the reason that makes it so."""
        if e.who == self.attack.counter:
            asked = {self.needs(fact.before, *pair, moving=False) for pair in self.answers(fact.before)}
            self.holds("A-34", f"{e.rule} asks {e.who} for a save", e.rule in asked)
        elif e.who == self.attack.who:
            moves = e.rule == "A-43" and not self.walked and not self.attack.needs and e.who == self.active
            self.attack.needs = e.rule if moves else self.attack.needs  # the steps are still to come (M-2)
            self.same("A-34", f"what asks {e.who} for a save", e.rule, self.attack.needs)
        self.same("A-34", f"the ability {e.who} hits by", e.ability, "WIT")
        self.hits[e.who] = e.passed

    def offered(self, e: told.StuntOffered) -> None:
        """By the attacker, after the save to hit and before anybody reacts."""
        self.same("A-74", "who offers", e.who, self.attack.who)
        self.holds("A-75", f"{e.target} is the target", e.target in (self.attack.bearers or ()))
        self.holds("A-75", "nobody has reacted", not self.attack.reacted and not self.attack.rolled)
        self.holds("A-75", f"{e.who} has hit", not self.attack.needs or self.hits.get(e.who) is True)
        if e.accepted:
            self.attack.over = True
            if e.stunt.startswith("fall back"):
                self.falls_back = e.target

    def reacted(self, fact: Fact, e: told.Reacted) -> None:
        """By the target or those beside it, to what they know of, before the damage."""
        board, me = fact.before, fact.before.now(e.who)
        in_blast = e.what == "counters" and self.attack.place is not None
        self.same("A-50", f"the rule by which {e.who} {e.what}", e.rule, "A-58" if in_blast else REACTIONS.get(e.what))
        if e.what == "strikes at the leaving":
            self.leaves(board, me, e)
            return
        attack, other = self.attack, e.other
        self.holds("A-50", f"there is an attack for {e.who} to react to", bool(attack.who))
        if not attack.who or other is None:
            return
        self.holds("A-92", f"{e.who} is not taken by surprise", not attack.unaware)
        self.holds("A-51", "the damage is not rolled", not attack.rolled)
        self.holds("A-78", "nothing else was agreed on", not attack.over)
        self.holds("A-51", f"{attack.who} has hit", not attack.needs or self.hits.get(attack.who) is True)
        bearers = self.struck(board)
        if e.what == "guards":
            it = board.now(other)
            self.holds("A-61", f"{e.who} is nearby {other}", near(board, me.at, it.at) and me.side == it.side)
            self.holds("A-61", f"{other} is the target", bearers[other] > 0)
            self.holds("A-98", f"{e.who} has not lost heart", not me.sheet.retreating)
            bearers[other] -= 1
            bearers[e.who] += 1
            attack.reacted.add(e.who)
            if attack.aim == "final blow" and not attack.needs:
                it = board.now(attack.who)
                attack.needs = self.needs(board, it, me, it.sheet.profile.weapon(attack.weapon), moving=False)
            return
        self.holds("A-50", f"{e.who} is the target", bearers[e.who] > 0)
        if e.what == "hides behind":
            it = board.now(other)
            willing = it.side == me.side and fighting(it.sheet) and it.sheet.profile.mind == "human"
            self.holds("A-59", f"{other} is nearby {e.who}", near(board, me.at, it.at))
            self.holds("A-59", f"{other} is willing or held", willing or me.sheet.grabbing == other)
            self.holds("A-98", f"{other} has not lost heart", not it.sheet.retreating or it.id == me.sheet.grabbing)
            bearers[e.who] -= 1
            bearers[other] += 1
            return
        self.same("A-50", "whom it answers", other, attack.who)
        attack.reacted.add(e.who)
        if e.what == "counters":
            self.same("A-58", f"who counters besides {e.who}", attack.counter, NOBODY)
            attack.counter = e.who
            self.holds("A-54", f"{e.who} has something to counter with", bool(self.answers(board)))
            self.holds("A-98", f"{e.who} has not lost heart", not me.sheet.retreating)

    def leaves(self, board: MurdhamBoard, me: Body, e: told.Reacted) -> None:
        """A foe who was nearby moves away."""
        self.holds("A-63", f"{e.other} moves away", e.other in (self.active, self.falls_back))
        it = board.now(e.other or self.active)
        self.holds("A-63", f"{e.who} is nearby {it.id}", near(board, me.at, it.at) and me.side != it.side)
        self.holds("A-63", f"{e.who} knows of {it.id}", not it.sheet.hidden)
        self.holds("A-98", f"{e.who} has not lost heart", not me.sheet.retreating)

    def answers(self, board: MurdhamBoard) -> list[tuple[Body, Body, Weapon]]:
        """What the one who counters could do it with; which it is, no event says."""
        if not self.attack.counter:
            return []
        me, it = board.now(self.attack.counter), board.now(self.attack.who)
        found = []
        for weapon in at_hand(me.sheet):
            lone = "blast" not in weapon.traits or it.sheet.profile.size in ("large", "massive")
            if (
                lone
                and weapon.key not in me.sheet.fired
                and all(fine for _, _, fine in self.demands(board, me, it, weapon, moving=False))
            ):
                found.append((me, it, weapon))
        return found


# --- damage: dice, what impairs them, sizes, armour, what harm leads to ---


@dataclass
class Due:
    """Damage that has been rolled and has not gone home."""

    who: Id
    target: Id
    dealt: int
    direct: bool


@dataclass(frozen=True)
class Blow:
    """What an attack could have been made with, and how."""

    weapon: Weapon
    held_back: bool
    shield: bool
    """The target's shield is up, if it has one."""


@dataclass(frozen=True)
class Sum:
    """What damage comes to."""

    die: str
    circumstances: tuple[str, ...]
    times: tuple[Fraction, ...]
    armour: tuple[tuple[str, int], ...]


class HarmReferee(BlowReferee):
    """Judges attacks to their end."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.dues: list[Due] = []
        self.again = NOBODY
        """Whose omen has the damage rolled again."""
        self.shown: tuple[tuple[int, ...], ...] = ()
        """The rolls of damage told last."""
        self.landed: list[Id] = []
        """Whose blows of an exchange have gone home, in their order."""
        self.owed: Due | None = None
        """Harm that has to be told next."""
        self.rolled_for: dict[Id, int] = {}
        """What each of two who exchange blows would do to the other."""
        self.health = {c.id: c.sheet.health for c in fought.start.combatants.values()}
        self.fate: dict[Id, str] = {}
        """How somebody has to fall next."""

    def see(self, fact: Fact) -> None:
        super().see(fact)
        match fact.event:
            case told.OmenSpent() as e if e.what.startswith("have the "):
                mine = [due for due in self.dues if due.target == e.who]
                self.holds("A-117", f"damage to {e.who}", bool(mine) and f"have the {mine[-1].dealt} " in e.what)
                self.again = e.who
            case told.DamageRolled() as e:
                self.damage(fact, e)
            case told.AttackHit() as e:
                self.hit(fact, e)
            case told.AttackMissed() as e:
                self.missed(fact, e)
            case told.Harmed() as e:
                self.harmed(fact, e)
            case told.PointsRolled(heals=False) as e:
                self.paid()
                self.owed = Due(e.source or NOBODY, e.who, e.points, self.bare(e))
            case told.Fell() as e:
                self.fell(fact, e)
            case told.OmenSpent() as e if e.what.startswith("survive"):
                self.survives(fact, e.who)
            case told.Healed() as e:
                self.health[e.who] += e.amount
                self.same("A-24", f"health of {e.who}", e.left, self.health[e.who])
                self.same("A-24", f"health of {e.who}", e.left, fact.before.now(e.who).sheet.health)
            case told.TurnBegan() | RoundBegan():
                self.counted(fact)
            case _:
                pass

    def bare(self, e: told.PointsRolled) -> bool:
        """Whether armour was of no help."""
        return not e.tally.terms and e.cause not in ("trap", "trampled")

    def close(self, fact: Fact) -> None:
        """Whatever an attack would have struck has been struck."""
        attack, board = self.attack, fact.before
        self.paid()
        if attack.bearers is not None and attack.place is not None and attack.rolled:
            self.same("A-70", "whom the blast has left out", +attack.bearers, Counter())
        left = [due for due in self.dues if due.dealt and not board.now(due.target).sheet.dead]
        open_ = [due for due in left if fighting(board.now(due.who).sheet)]
        self.same("A-33", "blows that were rolled for and never came", open_, [])
        self.dues, self.landed, self.again, self.rolled_for = [], [], NOBODY, {}
        super().close(fact)

    def paid(self) -> None:
        """Harm is told as soon as it is done."""
        owed, self.owed = self.owed, None
        self.holds("A-33", f"{owed} is told", owed is None or not owed.dealt)
        fates = {who: fate for who, fate in self.fate.items() if fate}
        self.same("A-117", "who should have fallen", fates, {})
        self.fate.clear()

    def counted(self, fact: Fact) -> None:
        """Nobody's health changes untold."""
        for who, health in self.health.items():
            self.same("A-117", f"health of {who}", fact.before.now(who).sheet.health, health)

    def survives(self, fact: Fact, who: Id) -> None:
        """By an omen: of harm that kills, of a final blow, or when it would bleed to death."""
        ends = self.attack.aim == "final blow" and who in (self.attack.bearers or ())
        bleeds = fact.before.state.turn.phase == "end" and fact.before.now(who).sheet.dying > 0
        harmed = self.fate.get(who) in ("killed", "dying")
        self.holds("A-117", f"{who} was about to die", harmed or ends or bleeds)
        self.health[who] = 1
        self.fate[who] = "" if fact.before.now(who).sheet.incapacitated else "incapacitated"

    # -- the dice

    def damage(self, fact: Fact, e: told.DamageRolled) -> None:
        """Rolled by the weapon's die, impaired or enhanced by what is told, and less what protects."""
        self.paid()
        attack, board = self.attack, fact.before
        mine = e.who == attack.who
        self.holds("A-33", f"{e.who} attacks", mine or e.who == attack.counter)
        self.holds("A-34", f"{e.who} has hit", self.hits.get(e.who, True) is True)
        self.holds("A-78", "nothing else was agreed on", not attack.over)
        if mine:
            self.holds("A-34", f"{e.who} has made the save to hit", not attack.needs or e.who in self.hits)
            bearers = self.struck(board)
            self.holds("A-50", f"{e.target} is the target", bearers[e.target] > 0 or e.target == self.again)
            self.holds("A-53", f"{e.target} has not dodged", not self.dodged.get(e.target) or bearers[e.target] > 0)
            if attack.place is not None:
                bearers[e.target] -= 1
            attack.rolled = True
        else:
            self.same("A-54", f"whom {e.who} counters", e.target, attack.who)
        self.dice(e, together=mine and attack.place is not None)
        net, kept = e.net, self.kept(e)
        self.same("A-118", "what impairs it", net, -len(e.circumstances))
        found = {self.total(fact, e, blow) for blow in self.blows(board, e)}
        times = tuple(Fraction(each.partition(" ")[0].removeprefix("×")) for each in e.times)
        told_ = Sum(e.die, tuple(sorted(e.circumstances)), tuple(sorted(times)), tuple(sorted(e.armour)))
        self.holds("A-118", f"{told_} is one of {found}", told_ in found)
        raw = Fraction(kept)
        for each in times:
            raw *= each
        self.same("A-118", f"damage of {e.who} before armour", e.rolled, ceil(raw))
        left = max(0, ceil(raw) - sum(value for _, value in e.armour)) if net > -2 else 0
        self.same("A-118", f"damage of {e.who} to {e.target}", e.dealt, left)
        self.note(e, direct=self.direct(board, e))

    def note(self, e: told.DamageRolled, *, direct: bool) -> None:
        """Damage that is still to go home; of two rolls for an omen the lower."""
        last = next((due for due in reversed(self.dues) if (due.who, due.target) == (e.who, e.target)), None)
        if self.again == e.target and last is not None:
            last.dealt = min(last.dealt, e.dealt)
            self.again = NOBODY
        else:
            self.dues.append(Due(e.who, e.target, e.dealt, direct))
        self.rolled_for[e.who] = sum(due.dealt for due in self.dues if due.who == e.who and due.target == e.target)

    def dice(self, e: told.DamageRolled, *, together: bool) -> None:
        """Once, or twice where impaired or enhanced, each with its explosions; a blast's dice fall once for all."""
        shown = [roll for roll in self.rolled if roll.who == e.who and roll.why.startswith("damage")]
        groups: list[tuple[int, ...]] = []
        for roll in shown:
            if roll.why.endswith("exploding") and groups:
                groups[-1] = (*groups[-1], *roll.faces)
            else:
                groups.append(roll.faces)
        if together and not shown:
            groups = list(self.shown)
        self.same("A-118", f"dice of {e.who}", e.rolls, tuple(groups))
        self.same("A-118", f"the die of {e.who}", {roll.dice for roll in shown} | {e.die}, {e.die})
        self.same("A-118", f"rolls of {e.who}", len(e.rolls), 0 if e.net <= -2 else 2 if e.net else 1)
        for faces in e.rolls:
            self.holds("A-118", f"{faces} of a {e.die}", explodes(e.die, faces))
        self.shown = e.rolls
        self.rolled.clear()

    def kept(self, e: told.DamageRolled) -> int:
        """The lower of two rolls if impaired, the higher if enhanced."""
        every = [worth(e.die, faces) for faces in e.rolls]
        if not every or e.net <= -2:
            return 0
        return max(every) if e.net > 0 else min(every)

    # -- the sum

    def blows(self, board: MurdhamBoard, e: told.DamageRolled) -> Iterator[Blow]:
        """The attack that was declared; of a counter all that it could be, for which it is nobody says."""
        attack = self.attack
        if e.who == attack.who:
            weapon = board.now(e.who).sheet.profile.weapon(attack.weapon)
            shields = {e.target in attack.reacted}
            if attack.place is not None and e.target in attack.reacted:
                shields.add(False)  # the share of its own that it did not react to
            for shield in shields:
                yield Blow(weapon, attack.held_back, shield)
            return
        for (_, _, weapon), back in product(self.answers(board), (False, True)):
            yield Blow(weapon, back, True)

    def direct(self, board: MurdhamBoard, e: told.DamageRolled) -> bool:
        """Whether armour is of no help."""
        return all({"fire", "direct"} & set(blow.weapon.traits) for blow in self.blows(board, e))

    def total(self, fact: Fact, e: told.DamageRolled, blow: Blow) -> Sum:
        """What a blow comes to by the book."""
        board = fact.before
        me, it, weapon = board.now(e.who), board.now(e.target), blow.weapon
        mine = e.who == self.attack.who
        die = die_of(me.sheet, weapon, unaware=mine and self.attack.unaware and self.attack.place is None)
        times = [TIMES[me.sheet.profile.size]]
        if "blast" in weapon.traits and not (mine and self.attack.place is not None):
            times.append(Fraction(2))
        if mine and self.attack.sweep:
            times.append(Fraction(1, 2))
        said = tuple(sorted(self.impairs(board, me, it, blow, whole=mine and self.attack.place is not None)))
        armour = tuple(sorted(self.armour(board, me, it, blow)))
        return Sum(die, said, tuple(sorted(each for each in times if each != 1)), armour)

    def impairs(self, board: MurdhamBoard, me: Body, it: Body, blow: Blow, *, whole: bool) -> Iterator[str]:
        """What impairs the damage, with its rule; a blast is aimed at nobody who could be concealed."""
        sheet, key = me.sheet, blow.weapon.key
        skills = sheet.profile.skills
        if key == "unarmed" and "brawler" not in skills:
            yield "bare hands (A-35)"
        if blow.held_back:
            yield "held back (A-37)"
        if not whole and hazy(board, me.at, it.at):
            yield "concealed (A-66)"
        if key == sheet.off != sheet.hand and "two blades" not in skills:
            yield "off hand (A-36)"
        if sheet.confused:
            yield "confused (A-24)"
        if not sheet.profile.flies:
            if water(board, me.at):
                yield "swimming (A-16)"
            if crossed(board, me.at) == "climb":
                yield "climbing (A-16)"

    def armour(self, board: MurdhamBoard, me: Body, it: Body, blow: Blow) -> Iterator[tuple[str, int]]:
        """Armour, hide, a shield that is up, cover against what comes from elsewhere; nothing against direct harm."""
        sheet, traits = it.sheet, blow.weapon.traits
        if {"fire", "direct"} & set(traits):
            return
        if sheet.armour:
            yield "armour", sheet.armour
        if sheet.profile.hide:
            yield "hide", sheet.profile.hide
        shields = [sheet.hand, sheet.off].count("shield")
        if shields == 2 or (shields and (blow.shield or "shieldbearer" in sheet.profile.skills)):
            yield "shield", 1
        pierces = "pierces cover" in traits or me.sheet.profile.size == "massive"
        if blow.weapon.range and not pierces and not near(board, me.at, it.at) and shelter(board, it.at):
            yield "cover", 1

    # -- going home

    def hit(self, fact: Fact, e: told.AttackHit) -> None:
        """In the order of what they do: whoever suffers more is hit first, and what does no damage comes last."""
        self.paid()
        attack = self.attack
        self.holds("A-33", f"{e.who} attacks", e.who in (attack.who, attack.counter))
        self.holds("A-33", f"{e.who} strikes {e.target}", e.target != e.who)
        self.holds("A-34", f"{e.who} has hit", self.hits.get(e.who, True) is True)
        if e.who == attack.who:
            self.holds("A-50", f"{e.target} is the target", e.target in self.struck(fact.before))
            self.holds("A-34", f"{e.who} has made the save to hit", not attack.needs or e.who in self.hits)
        else:
            self.same("A-54", f"whom {e.who} counters", e.target, attack.who)
        first = self.comes_first(fact.before)
        if first and not self.landed:
            self.same("A-56", "whose blow comes first", e.who, first)
        if first or not self.even():
            self.holds(
                "A-56", f"{e.who} still stands", fighting(fact.before.now(e.who).sheet) or attack.place is not None
            )
        self.landed.append(e.who)
        due = next((due for due in self.dues if (due.who, due.target) == (e.who, e.target)), None)
        if due is not None:
            self.dues.remove(due)
            self.owed = due

    def even(self) -> bool:
        """Whether two who exchange blows do the same harm."""
        return len(self.rolled_for) == 2 and len(set(self.rolled_for.values())) == 1

    def comes_first(self, board: MurdhamBoard) -> Id:
        """Who strikes first of two that harm each other; nobody if it is the same."""
        attack = self.attack
        if self.rolled_for.keys() != {attack.who, attack.counter} or attack.place is not None:
            return NOBODY
        if "riposte" in board.now(attack.counter).sheet.profile.skills:
            return attack.counter
        mine, its = self.rolled_for[attack.who], self.rolled_for[attack.counter]
        return NOBODY if mine == its else attack.who if mine > its else attack.counter

    def missed(self, fact: Fact, e: told.AttackMissed) -> None:
        """For the reason that is told."""
        self.paid()
        attack, board = self.attack, fact.before
        match e.rule:
            case "A-53":
                self.same("A-53", f"the save of {e.target} to dodge", self.dodged.get(e.target), True)
                bearers = self.struck(board)
                self.holds("A-53", f"{e.target} is the target", bearers[e.target] > 0)
                bearers[e.target] -= 1
            case "A-56":
                self.holds("A-56", f"{e.who} was struck down", not fighting(board.now(e.who).sheet))
                self.dues = [due for due in self.dues if due.who != e.who]
            case "A-68":
                me, it = board.now(e.who), board.now(e.target)
                self.holds("A-68", f"a barrier shelters {e.target}", self.walled(board, me, it))
            case _:
                self.same("A-34", f"the save of {e.who} to hit", self.hits.get(e.who), False)
                self.holds("A-34", f"{e.rule} made it hard", e.who != attack.who or e.rule == attack.needs)

    # -- what harm leads to

    def harmed(self, fact: Fact, e: told.Harmed) -> None:
        """As much as was rolled, but no more than there was."""
        had = self.health[e.who]
        if self.owed is None:
            self.owed = next((due for due in self.dues if due.target == e.who == due.who == e.source), None)
            self.dues = [due for due in self.dues if due is not self.owed]
        owed, self.owed = self.owed, None
        self.health[e.who] = had - e.amount
        self.same("A-117", f"health left to {e.who}", e.left, had - e.amount)
        self.same("A-117", f"health of {e.who}", e.left, fact.before.now(e.who).sheet.health)
        if owed is None:
            self.holds("A-117", f"{e.who} lost health by an injury", e.source is None and e.left >= 1)
            return
        self.same("A-117", f"harm of {e.who}", (e.who, e.amount), (owed.target, min(owed.dealt, had)))
        self.same("A-117", f"who harmed {e.who}", e.source or NOBODY, owed.who)
        self.fate[e.who] = self.due_fate(fact, e.who, owed, had)

    def due_fate(self, fact: Fact, who: Id, due: Due, had: int) -> str:
        """Killed by as much as all one's health, dying with nothing left, helpless by half of what was left."""
        sheet = fact.before.now(who).sheet
        full = full_health(sheet)
        if unfeeling(sheet.profile):
            return "destroyed" if due.dealt >= full or due.dealt >= had else ""
        if due.dealt >= full:
            return "killed"
        if due.dealt >= had:
            return "" if sheet.dying else "dying"
        helmet = sheet.profile.helmet and not (due.direct or sheet.damaged.count("helmet") > 1)
        return "critical damage" if due.dealt >= half(had) + helmet and not sheet.incapacitated else ""

    def fell(self, fact: Fact, e: told.Fell) -> None:
        """In the way that the harm says."""
        if e.how in ("killed", "destroyed", "dying", "incapacitated", "critical damage"):
            self.same("A-117", f"how {e.who} falls", e.how, self.fate.pop(e.who, ""))
        if e.how == "final blow":
            self.same("A-38", f"who has struck {e.who} a final blow", self.attack.aim, "final blow")
            self.holds("A-38", f"{e.who} is the target", e.who in (self.attack.bearers or ()))
        if e.how in ("killed", "destroyed", "bled to death", "final blow"):
            self.health[e.who] = 0
