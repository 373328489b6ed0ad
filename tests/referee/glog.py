"""Glog judged again: Tests, attacks, damage, Grit, Flesh and Stress, Saves, Morale, turns and walks."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from game.rules.events import Changed, Id, Moved, RoundBegan
from game.spatial.metric import EUCLID
from rulesets.glog.play import events as told
from rulesets.glog.sheet.roster import Thing
from rulesets.glog.sheet.sheet import Body, GlogBoard, Sheet
from tests.referee.judging import Fact, Fought, Referee, highest, term

# --- what is read off a sheet and off the map: Defense, speed, light, who touches whom ---

HEARTH = 20
"""Feet that a fire or light of the map shines (ruling G-22)."""


def modifier(score: int) -> int:
    """The book's table of modifiers, 3 to 18."""
    if not score:
        return 0
    bounds = ((3, -3), (5, -2), (8, -1), (12, 0), (15, 1), (17, 2))
    return next((value for most, value in bounds if score <= most), 3)


def has(sheet: Sheet, word: str) -> bool:
    """Whether somebody suffers from something."""
    return any(condition.word == word for condition in sheet.conditions)


def awake(sheet: Sheet) -> bool:
    """Alive, not given up, not asleep."""
    return sheet.flesh > 0 and not sheet.surrendered and not has(sheet, "asleep")


def spells(sheet: Sheet) -> set[str]:
    """Keys of the spells that somebody casts, of its own or by something magic."""
    return {spell.key for spell in (*sheet.profile.spells, *sheet.profile.granted)}


def feet_apart(board: GlogBoard, a: Body, b: Body) -> int:
    """Feet between two bodies as the crow flies; 5 where they touch at a corner too (ruling G-24)."""
    sizes = cells(a.sheet), cells(b.sheet)
    near = board.space.distance(a.at, b.at, *sizes)
    return 5 * near if near <= 1 else 5 * board.space.length(a.at, b.at, *sizes, metric=EUCLID) // EUCLID.unit


def beside(board: GlogBoard, a: Body, b: Body) -> bool:
    """Whether two touch, and nothing stands between."""
    sizes = cells(a.sheet), cells(b.sheet)
    return board.space.distance(a.at, b.at, *sizes) <= 1 and board.space.sees(a.at, b.at, *sizes)


def carried(sheet: Sheet, key: str) -> Thing:
    """A thing that somebody brought or picked up; the second of a kind ends in "#2"."""
    return next(thing for thing in (*sheet.gained, *sheet.profile.things) if thing.key == key.partition("#")[0])


def in_light(board: GlogBoard, me: Body, it: Body) -> bool:
    """Whether any part of a body is out of the dark and of smoke; smoke alone hides from sight in the dark (G-22)."""
    space, field = board.space, board.setup.field
    stands = space.mask(space.footprint(it.at, cells(it.sheet)))
    if "sees in the dark" in me.sheet.profile.traits:
        return bool(stands & ~space.smoky)
    shone = 0
    for c in board.state.combatants.values():
        if c.sheet.up and not c.sheet.hidden:
            for key in c.sheet.lit:
                shone |= space.within(c.at, cells(c.sheet), carried(c.sheet, key).radius // 5)
    for glow in board.state.turn.glows:
        shone |= space.within(glow.at, 1, glow.radius // 5)
    for feature in field.features:
        if feature.kind in ("fire", "light"):
            for at in feature.cells:
                shone |= space.within(at, 1, HEARTH // 5)
    return bool(stands & ~((space.obscured & ~shone) | space.smoky))


def speed(sheet: Sheet) -> int:
    """Feet of one walk: less for armour, and 10 ft less for who carries more slots than its Might (ruling G-26)."""
    profile = sheet.profile
    keys = (*sheet.handy, *sheet.stowed)
    worn = profile.armour.slots if profile.armour is not None else 0
    slots = worn + sum(sheet.item(key).slots for key in keys)
    slower = profile.armour.slower if profile.armour is not None and sheet.notches.get("armour", 0) < 3 else 0
    return profile.pace - slower - (10 if slots > profile.scores.might else 0)


def cells(sheet: Sheet) -> int:
    """Cells along one side."""
    return 2 if sheet.profile.size == "large" else 1


def defense(sheet: Sheet) -> int:
    """10, Agility's modifier, armour or hide less its Notches, 1 for a shield, a ward."""
    profile, notches = sheet.profile, sheet.notches.get("armour", 0)
    worn = profile.armour.defense if profile.armour is not None else profile.hide
    left = 0 if profile.armour is not None and notches >= 3 else max(0, worn - notches)
    things = {thing.key for thing in (*profile.things, *sheet.gained) if thing.kind == "shield"}
    shield = any(key.partition("#")[0] in things for key in sheet.hands)
    ward = sum(condition.count for condition in sheet.conditions if condition.word == "ward")
    return 10 + modifier(profile.scores.agility) + left + shield + ward


# --- the referee ---

MIGHT, AGILITY, DISCIPLINE, SAVVY = "might", "agility", "discipline", "savvy"
SCORE_OF = {"MIG": MIGHT, "AGI": AGILITY, "DIS": DISCIPLINE, "SAV": SAVVY}

GAMBITS = {
    "shove": MIGHT,
    "grapple": MIGHT,
    "break free": MIGHT,
    "trip": AGILITY,
    "disarm": AGILITY,
    "feint": SAVVY,
    "cow": DISCIPLINE,
}
"""The attribute that each gambit tests (ruling G-11)."""

DICE = ("d4", "d6", "d8", "d10", "d12")
WAKING = {"early": 0, "foes": 1, "late": 2}


class GlogReferee(Referee):
    """Judges a battle by the chapter on combat and its rulings."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.blow: told.AttackDeclared | None = None
        self.critical = False
        self.hit: tuple[Id, Id, bool] | None = None
        """Of the attack that was rolled last: who, at whom, and whether it must hit."""
        self.due: list[tuple[str, Id, int]] = []
        """Losses that the last damage must lead to: of which track, whose, how much."""
        self.acted: Counter[Id] = Counter()
        """Turns begun this round."""
        self.deeds = 0
        """Actions of this turn."""
        self.block = 0
        self.walked = 0.0
        """Feet gone in this turn."""
        self.shaken: dict[str, dict[str, str]] = {}
        """By rule, the sides whose Morale that occasion has put to the test, each with why."""
        self.fallen: Counter[str] = Counter()
        """Out of action, by side: dead, given up or asleep."""

    def see(self, fact: Fact) -> None:
        match fact.event:
            case RoundBegan():
                self.acted.clear()
                self.block = 0
            case told.BlockBegan() as e:
                self.holds("D-02", f"{e.block} in its place", WAKING[e.block] >= self.block)
                self.block = WAKING[e.block]
            case told.TurnBegan() as e:
                self.turn(fact, e)
            case told.Checked() as e:
                self.checked(fact, e)
            case told.Nerved() as e:
                self.nerved(fact, e)
            case told.AttackDeclared() as e:
                self.declared(fact, e)
            case told.AttackRolled() as e:
                self.attack(fact, e)
            case told.DamageRolled() as e:
                self.damage(fact, e)
            case told.AttackHit() as e:
                self.same("D-26", f"{e.who} hits {e.target}", self.hit, (e.who, e.target, True))
            case told.AttackMissed(why="") as e:
                self.same("D-26", f"{e.who} misses {e.target}", self.hit, (e.who, e.target, False))
            case told.Harmed() as e:
                self.harmed(fact, e)
            case told.Strained() as e:
                self.strained(fact, e)
            case told.Fell() as e:
                self.fell(fact, e)
            case told.Reacted(rule="D-52"):
                self.due.clear()  # the shield takes it whole
            case told.Did(rule="D-15") | told.Did(rule="D-20"):
                self.deeds += 1
            case told.Cast() as e:
                self.deeds += e.who == fact.before.state.turn.active  # else it answers what another has failed at
            case Moved(how="walk" | "flee") as e:
                self.moved(fact, e)
            case Changed() as e if "grit" in e.changes or "flesh" in e.changes:
                self.in_bounds(fact, e)

    # -- rounds and turns

    def turn(self, fact: Fact, e: told.TurnBegan) -> None:
        """Once a round; the tested side before or after its foes as it passed; nobody surprised, asleep or dead."""
        me = fact.before.now(e.who)
        self.acted[e.who] += 1
        self.same("D-13", f"turns of {e.who} in the round", self.acted[e.who], 1)
        tested = me.side == self.testing(fact)
        mine = ("early" if me.sheet.early else "late") if tested else "foes"
        self.same("D-02", f"block of {e.who}", fact.before.state.turn.block, mine)
        self.holds(
            "D-04", f"{e.who} is up, awake and not surprised", awake(me.sheet) and not has(me.sheet, "surprised")
        )
        self.same("D-13", "actions of the turn before", self.deeds <= 1, True)
        self.walked, self.deeds = 0.0, 0

    def testing(self, fact: Fact) -> str:
        """The side that tests Savvy: the party, else the first (ruling G-1)."""
        sides = fact.before.setup.sides
        parties = [side.name for side in sides if side.party]
        return parties[0] if len(parties) in (1,) else sides[0].name

    def moved(self, fact: Fact, e: Moved) -> None:
        """Within combat speed, twice that for a sprint; the pinned, the held and the prone do not walk."""
        me = fact.before.now(e.who)
        assert isinstance(e.start, tuple) and isinstance(e.end, tuple)
        (ax, ay), (bx, by) = e.start, e.end
        self.same("D-13", f"where {e.who} comes from", me.at, e.start)
        self.same("D-13", f"{e.who} goes a cell at a time", max(abs(ax - bx), abs(ay - by)), 1)
        for word in ("pinned", "asleep", "surprised"):
            self.holds("D-36", f"{e.who} is not {word} while it walks", not has(me.sheet, word))
        self.holds("D-13", f"{e.who} is on its feet", not me.sheet.prone)
        for c in fact.before.state.combatants.values():
            held = c.sheet.grappling == e.who and awake(c.sheet)
            self.holds("D-38", f"nobody holds {e.who}", not held)
            bars = c.side != me.side and awake(c.sheet) and not c.sheet.hidden
            self.holds("D-13", f"{c.id} is not in the way of {e.who}", not bars or c.at != e.end)
        self.walked += 5 * sqrt((ax - bx) ** 2 + (ay - by) ** 2)
        most = speed(me.sheet) * (2 if me.sheet.sprinted else 1)
        self.holds("D-13", f"{e.who} goes {self.walked:.1f} of {most} ft", self.walked <= most + 0.1)

    # -- Tests

    def checked(self, fact: Fact, e: told.Checked) -> None:
        """A d20 and the score, half of it for a Save, and the highest Boon or Bane, against 20."""
        d20, bonus = self.dice(e.who)
        me = fact.before.now(e.who)
        total = e.faces + e.tally.total
        self.same("D-53", f"the die of {e.who}", e.faces, d20)
        self.same("D-53", f"the bonus of {e.who}", term(e.tally, "boon", "bane"), bonus)
        self.same("D-39", f"whether {e.who} passes", e.passed, total >= 20)
        self.same("D-39", "what is needed", e.needed, 20)
        scores = me.sheet.profile.scores
        plain = e.tally.total - term(e.tally, "boon", "bane")
        name, _, rest = e.what.partition(" ")
        if rest.startswith("Save"):
            self.same("D-37", f"half the score of {e.who}", plain, getattr(scores, SCORE_OF[name]) // 2)
            if "surprise" not in rest:
                self.same("D-34", f"Boons of {e.who} on a Save", self.net(e.who), -self.dazed(me))
        elif e.what == "initiative":
            self.same("D-01", f"the Savvy of {e.who}", plain, scores.savvy)
            self.same("D-03", f"Boons of {e.who}", self.net(e.who), self.alertness(fact, me))
        elif e.what in GAMBITS:
            self.same("D-39", f"{e.what} of {e.who}", plain, getattr(scores, GAMBITS[e.what]))
        self.rolled.clear()

    def alertness(self, fact: Fact, me: Body) -> int:
        """Its own Boons; a Bane if any foe is quick, a Boon if any is slow, which cancel each other (D-03)."""
        foes = [c.sheet for c in fact.before.state.combatants.values() if c.side != me.side and c.sheet.up]
        quick = any(sheet.profile.quickness > 0 for sheet in foes)
        slow = any(sheet.profile.quickness < 0 for sheet in foes)
        own = -self.dazed(me) - has(me.sheet, "drunk")
        return me.sheet.profile.alert + slow - quick + own

    def dazed(self, me: Body) -> int:
        """Banes of being dazed on what is no action, by a setting alone (ruling G-3)."""
        return int(self.fought.setup.options.get("dazed") == "bane" and has(me.sheet, "dazed"))

    def nerved(self, fact: Fact, e: told.Nerved) -> None:
        """A d20 and Morale against 20 (D-43); nobody adds a Boon or Bane to that."""
        me = fact.before.now(e.who)
        self.same("D-43", f"the die of {e.who}", e.face, self.dice(e.who)[0])
        self.same("D-43", f"Morale of {e.who}", e.passed, e.face + me.sheet.profile.morale >= 20)
        self.holds("D-51", f"{e.who} is one who tests", me.sheet.profile.kind != "hero")
        if e.rule in ("D-46", "D-47"):
            self.holds(e.rule, f"{me.side} has cause", me.side in self.shaken.get(e.rule, {}))
        if e.rule == "D-48":
            began = sum(c.side == me.side for c in self.fought.start.combatants.values())
            everybody = (*fact.before.state.combatants.values(), *fact.before.state.gone.values())
            out = sum(c.side == me.side and not awake(c.sheet) for c in everybody)
            self.holds(e.rule, f"{out} of {began} of {me.side} are out of action", 2 * out >= began)
        if me.sheet.profile.kind == "hireling":
            self.holds("D-51", f"{e.who} has less than 10", me.sheet.profile.morale < 10)
        self.rolled.clear()

    # -- attacks

    def declared(self, fact: Fact, e: told.AttackDeclared) -> None:
        """An action on one's own turn, but for the blows that a book gives for nothing."""
        self.blow = e
        self.rolled.clear()
        me = fact.before.now(e.who)
        self.holds("D-14", f"{e.who} is awake", awake(me.sheet))
        if e.how == "attack":
            self.same("D-14", "whose turn it is", fact.before.state.turn.active, e.who)
            self.deeds += e.weapon not in spells(me.sheet)  # a touch is part of the spell

    def attack(self, fact: Fact, e: told.AttackRolled) -> None:
        """d20 and Violence and the highest Boon or Bane against Defense; a 1 misses and a critical face hits."""
        me, it = fact.before.now(e.who), fact.before.now(e.target)
        d20, bonus = self.dice(e.who)
        self.same("D-26", f"the die of {e.who}", e.face, d20)
        self.same("D-26", f"Violence of {e.who}", term(e.tally, "Violence"), me.sheet.profile.violence)
        self.same("D-53", f"the bonus of {e.who}", e.tally.total - term(e.tally, "Violence"), bonus)
        self.same("D-26", f"Defense of {e.target}", e.defense.total, defense(it.sheet))
        self.same("D-27", f"critical of {e.who}", e.critical, e.face >= me.sheet.profile.critical)
        if 1 < e.face < me.sheet.profile.critical:
            self.same("D-26", f"Boons of {e.who} on {e.target}", self.net(e.who), self.circumstances(fact, me, it))
        else:
            self.same("D-26", f"no bonus dice at the ends of the d20 for {e.who}", bonus, 0)
        hits = e.critical or (e.face > 1 and e.face + e.tally.total >= e.defense.total)
        self.hit, self.critical = (e.who, e.target, hits), e.critical
        self.rolled.clear()

    def circumstances(self, fact: Fact, me: Body, it: Body) -> int:
        """Boons less Banes of an attack by the rulings G-3, G-11, G-19 to G-22."""
        board, blow = fact.before, self.blow
        assert blow is not None
        afar = blow.mode != "melee"
        net = -int(has(me.sheet, "dazed")) - int(has(me.sheet, "drunk")) + int(has(it.sheet, "off guard"))
        size_me, size_it = cells(me.sheet), cells(it.sheet)
        if it.sheet.prone:
            net += -1 if afar else 1
        if me.sheet.prone and not afar:
            net -= 1
        if not in_light(board, me, it):
            net -= 1
        if afar:
            feet = feet_apart(board, me, it)
            reach = me.sheet.weapon(blow.weapon).range
            self.holds("D-14", f"{me.id} within range of {it.id}, {feet} of {reach} ft", feet <= reach)
            net -= int(2 * feet > reach)
            seen = board.space.corners_seen(me.at, it.at, size_me, size_it)
            net -= 2 if seen <= 0 else int(seen < 8)
            others = (c for c in board.state.combatants.values() if c.side != me.side and not c.sheet.hidden)
            able = (c for c in others if awake(c.sheet) and not has(c.sheet, "surprised"))
            net -= int(any(beside(board, me, c) for c in able))
        return net

    def damage(self, fact: Fact, e: told.DamageRolled) -> None:
        """The die of the weapon's class, the modifier it adds, Notches off it; 1 at least."""
        it = fact.before.now(e.target)
        self.same("D-30", f"the die of {e.who}", e.faces, self.rolled[-1].faces if self.rolled else ())
        self.same("D-30", f"damage of {e.who}", e.dealt, max(1, sum(e.faces) + e.tally.total))
        me = fact.before.now(e.who)
        if self.blow is not None and self.blow.who == e.who and self.blow.weapon not in spells(me.sheet):
            weapon = me.sheet.weapon(self.blow.weapon)
            # of several alike only the name is told: it is the one in hand that has its Notches
            held = next((key for key in me.sheet.hands if key.partition("#")[0] == self.blow.weapon), self.blow.weapon)
            step = -1 if self.blow.use in it.sheet.profile.resists else 0
            die = DICE[max(0, DICE.index(weapon.die) + step)]
            self.same("D-33", f"die of {weapon.name}", e.die, die)
            might, agility = modifier(me.sheet.profile.scores.might), modifier(me.sheet.profile.scores.agility)
            adds = {"might": might, "agility": agility, "better": max(might, agility), "none": 0}[weapon.adds]
            worn = 0 if weapon.natural else me.sheet.notches.get(held, 0)
            weak = int(self.blow.use in it.sheet.profile.weak)
            plain = e.tally.total - term(e.tally, "at least 1")
            self.same("D-54", f"added by {e.who}", plain, adds + weapon.bonus - worn + weak)
            past = self.critical or self.blow.how == "opportunist strike" or has(it.sheet, "asleep")
            self.same("D-31", "the most that the die shows", e.most, max(e.faces) == int(die.removeprefix("d")))
            self.same("D-27", f"past the Grit of {e.target}", bool(e.past), past)
        else:
            self.same("D-29", f"a spell past the Grit of {e.target}", e.past, "")
        left = [due for due in self.due if awake(fact.before.now(due[1]).sheet)]
        self.same("D-52", "harm of the damage before that is still to come", left, [])
        self.due = self.losses(it, e.dealt, past=bool(e.past))
        self.rolled.clear()

    def losses(self, it: Body, dealt: int, *, past: bool) -> list[tuple[str, Id, int]]:
        """Grit first, what it could not take is Stress for heroes; Flesh where there is no Grit, or past it (D-52)."""
        sheet = it.sheet
        if past or not sheet.grit:
            return [("Flesh", it.id, min(dealt, sheet.flesh))]
        found = [("Grit", it.id, min(dealt, sheet.grit))]
        over = dealt - sheet.grit
        if over > 0 and sheet.profile.kind == "hero":
            found += self.strain(it, over)
        return found

    def strain(self, it: Body, amount: int) -> list[tuple[str, Id, int]]:
        """Stress for each mental slot that is free, Flesh for each that is not (ruling G-14)."""
        room = it.sheet.profile.scores.discipline - it.sheet.stress
        found = [("Stress", it.id, min(amount, room))] if room else []
        if amount > room:
            found.append(("Flesh", it.id, min(amount - room, it.sheet.flesh)))
        return found

    def harmed(self, fact: Fact, e: told.Harmed) -> None:
        """As much as the damage came to, of the track that is next, and what is told to be left is."""
        sheet = fact.before.now(e.who).sheet
        self.same("D-52", f"{e.track} left to {e.who}", e.left, sheet.grit if e.track == "Grit" else sheet.flesh)
        if self.due and self.due[0][1] == e.who:
            self.same("D-52", f"lost by {e.who}", (e.track, e.amount), (self.due[0][0], self.due[0][2]))
            self.due.pop(0)

    def strained(self, fact: Fact, e: told.Strained) -> None:
        """Heroes only; as many slots as Discipline."""
        sheet = fact.before.now(e.who).sheet
        self.holds("D-52", f"{e.who} is a hero", sheet.profile.kind == "hero")
        self.same("D-52", f"Stress of {e.who}", (e.now, e.full), (sheet.stress, sheet.profile.scores.discipline))
        if self.due and self.due[0][0] == "Stress":
            self.same("D-52", f"Stress of {e.who}", e.amount, self.due.pop(0)[2])

    def fell(self, fact: Fact, e: told.Fell) -> None:
        """The dead have no Flesh; whose Morale their fall puts to the test (D-46 to D-48)."""
        me = fact.before.now(e.who)
        side = me.side
        self.fallen[side] += 1
        if e.how != "dead":
            return
        self.same("D-52", f"Flesh of {e.who}", me.sheet.flesh, 0)
        if not self.shaken.get("D-46"):
            self.shaken["D-46"] = {side: "the first to fall"}
        if me.sheet.profile.leader:
            self.shaken.setdefault("D-47", {}).setdefault(side, "a leader")

    def in_bounds(self, fact: Fact, e: Changed) -> None:
        """Grit and Flesh end at nothing, and never rise above what somebody has at most."""
        sheet = fact.after.now(e.who).sheet
        self.holds("D-52", f"Grit of {e.who} in bounds", 0 <= sheet.grit <= sheet.profile.grit)
        self.holds("D-52", f"Flesh of {e.who} in bounds", 0 <= sheet.flesh <= sheet.profile.flesh)

    # -- dice

    def dice(self, who: Id) -> tuple[int, int]:
        """The d20 somebody rolled last, and what the six-sided dice beside it came to."""
        d20 = next((roll.faces[0] for roll in reversed(self.rolled) if roll.who == who and roll.dice == "d20"), 0)
        extra = [roll for roll in self.rolled if roll.who == who and roll.why.startswith(("boon: ", "bane: "))]
        if not extra:
            return d20, 0
        return d20, highest(extra[-1].faces) * (1 if extra[-1].why.startswith("boon") else -1)

    def net(self, who: Id) -> int:
        """How many Boons, or Banes below nothing, were rolled."""
        extra = [roll for roll in self.rolled if roll.who == who and roll.why.startswith(("boon: ", "bane: "))]
        return len(extra[-1].faces) * (1 if extra[-1].why.startswith("boon") else -1) if extra else 0
