"""Murdham's attacks judged again: may they be made, the save to hit, stunts, reactions, damage, who is hit first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.rules.events import Id, Moved, RoundBegan
from game.spatial.places import InZone
from rulesets.murdham.play import events as told
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Weapon
from tests.referee.judging import Fact, Fought, Referee
from tests.referee.murdham_sheets import (
    at_hand,
    awake,
    bound,
    carries,
    everybody,
    fighting,
    half,
    near,
    outsizes,
    parts,
    sees,
    shelter,
    visible,
)

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
