"""Murdham's saves, fear and morale judged again, and how gear wears."""

from __future__ import annotations

from collections import Counter, deque

from game.rules.events import EdgeChanged, Ended, Event, Id, Left, Rolled, RoundBegan, TurnChanged
from game.spatial.places import ZonePlace
from rulesets.murdham.play import events as told
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Sheet
from tests.referee.judging import Fact, Fought, Referee
from tests.referee.murdham_sheets import (
    bound,
    everybody,
    explodes,
    fearless,
    fighting,
    full_health,
    half,
    near,
    outsizes,
    score,
    sees,
    shelter,
    unfeeling,
    worth,
)

# --- saves: what they are made with, what they lead to; powers, words, grips, healing, dying ---

ABILITY = {
    "to hit": "WIT",
    "the right words": "WIT",
    "against being": "WIT",
    "dodge": "AGI",
    "sneaking": "AGI",
    "hiding": "AGI",
    "sprinting on": "AGI",
    "climbing": "AGI",
    "leaping": "AGI",
    "balance": "AGI",
    "swimming": "AGI",
    "deep water": "AGI",
    "footing": "AGI",
    "flight": "AGI",
    "not to be": "STR",
    "poison": "STR",
    "strong drink": "STR",
    "to get free": "STR",
    "to free somebody": "STR",
    "forcing the door": "STR",
    "morale": "WIT",
    "facing": "WIT",
    "noticing somebody": "WIT",
}
"""What a save is made with, by how the words for it begin."""

FAILED = {
    "not to be grabbed": "grabbed by",
    "not to be disarmed": "drops the",
    "not to be entangled": "entangled",
    "poison": "paralysed by poison",
    "climbing": "tripped",
    "leaping": "tripped",
    "footing": "tripped",
    "balance": "tripped",
    "deep water": "going under",
    "against being distracted": "stunned",
    "against being taunted": "is taunted by",
}
"""What a save that is failed leads to, by how the words for that begin."""

PASSED = {"hiding": "is concealed", "forcing the door": "gives way"}
"""What one that is passed leads to."""

HARM = {"fire": "d6", "the fall": "d4", "fall": "d4", "trap": "d6", "trampled": "d4"}
"""Damage that comes of no attack."""

CURES = {"uses draught": "draught", "uses spirits": "spirits", "binds the wounds of": "kit"}


class SaveReferee(Referee):
    """Judges saves and what comes of them."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.round = 0
        self.dice: list[Rolled] = []
        self.follows: dict[Id, str] = {}
        """What has to be told of somebody next."""
        self.saves: dict[tuple[Id, str], bool] = {}
        """How the saves of this turn went."""
        self.again: tuple[Id, str] | None = None
        """The save that an omen has somebody make again."""
        self.dying: dict[Id, int] = {}
        """When the dying die."""
        self.cure: tuple[Id, int] | None = None
        """Who is to be healed, and how much."""
        self.invoked: told.Cast | None = None
        self.omens = {c.id: c.sheet.omens for c in fought.start.combatants.values()}

    def see(self, fact: Fact) -> None:
        self.follow_up(fact)
        match fact.event:
            case Rolled() as e:
                self.dice.append(e)
            case RoundBegan() as e:
                self.settle()
                late = [who for who, last in self.dying.items() if last < e.number]
                self.same("A-117", "who should have bled to death", late, [])
                self.round = e.number
            case told.TurnBegan() as e:
                self.settle()
                self.saves.clear()
                self.regenerates(fact, e)
            case told.Saved() as e:
                self.saved(fact, e)
            case told.GroupSaved() as e:
                self.together(fact, e)
            case told.OmenSpent() as e:
                self.omen(fact, e)
            case told.Cast() as e:
                self.cast(fact, e)
            case told.Did() as e:
                self.did(fact, e)
            case told.Afflicted() as e:
                self.afflicted(fact, e)
            case told.PointsRolled() as e:
                self.points(fact, e)
            case told.Healed() as e:
                self.healed(fact, e)
            case told.Fell() as e:
                self.fell(fact, e)
            case told.Spotted() as e:
                self.holds("A-94", f"{e.who} was concealed or is now seen", not fact.before.now(e.who).sheet.hidden)
            case Ended():
                self.settle()
            case _:
                pass

    def follow_up(self, fact: Fact) -> None:
        """Strike off what has come to pass."""
        for who, text in said(fact.event):
            if who in self.follows and text.startswith(self.follows[who]):
                del self.follows[who]

    def settle(self) -> None:
        """All that saves lead to has come to pass."""
        self.same("A-34", "what should have followed on saves", self.follows, {})
        self.follows.clear()
        self.same("A-24", "who should have been healed", self.cure, None)
        self.cure = None
        self.dice.clear()

    # -- saves

    def saved(self, fact: Fact, e: told.Saved) -> None:
        """A d20 of at most the score passes, and nothing else decides."""
        sheet = fact.before.now(e.who).sheet
        die = next((roll for roll in reversed(self.dice) if roll.who == e.who and roll.why == e.what), None)
        self.same("A-34", f"the die of {e.who}", ("d20", (e.face,)), (die.dice, die.faces) if die else None)
        self.holds("A-34", f"{e.face} is a face", 1 <= e.face <= 20)
        self.same("A-34", f"{e.ability} of {e.who}", e.score, score(sheet, e.ability))
        self.same("A-34", f"whether {e.who} passes", e.passed, e.face <= e.score)
        made = next((ability for words, ability in ABILITY.items() if e.what.startswith(words)), "")
        if made:
            self.same("A-34", f"what {e.who} saves with {e.what}", e.ability, made)
        else:
            self.invocation(fact, e)
        if e.what == "to get free":
            self.struggles(fact, e)
        self.again = None
        self.saves[e.who, e.what] = e.passed
        table = PASSED if e.passed else FAILED
        after = next((text for words, text in table.items() if e.what.startswith(words)), "")
        if after and not (after == "drops the" and not held(fact, e.who)):
            self.follows[e.who] = after

    def struggles(self, fact: Fact, e: told.Saved) -> None:
        """Out of a grip or a net; neither does the bigger save against the smaller nor the smaller against them."""
        me = fact.before.now(e.who)
        grips = [c.sheet for c in everybody(fact.before) if c.sheet.grabbing == e.who and fighting(c.sheet)]
        self.holds("A-84", f"{e.who} is held", bool(grips) or me.sheet.entangled)
        self.holds("A-118", f"nobody bigger holds {e.who}", not any(outsizes(sheet, me.sheet) for sheet in grips))
        sure = bool(grips) and all(outsizes(me.sheet, sheet) for sheet in grips) and not me.sheet.entangled
        self.holds("A-118", f"{e.who} is no bigger than whoever holds it", not sure)

    def invocation(self, fact: Fact, e: told.Saved) -> None:
        """Of a power: the speaker's WIT, then what its target saves with."""
        cast = self.invoked
        if cast is None:
            self.holds("A-18", f"{e.what} is a known save", False)
            return
        powers = [power for power in fact.before.now(cast.who).sheet.profile.powers if power.name == e.what]
        self.holds("A-18", f"{cast.who} knows {e.what}", bool(powers))
        first = e.who == cast.who and (cast.who, e.what) not in self.saves
        again = self.again == (e.who, e.what)
        if first or (again and e.who == cast.who):
            self.same("A-18", f"what {e.who} speaks with", e.ability, "WIT")
        elif powers:
            self.same("A-18", f"who resists {e.what}", e.who, cast.other)
            self.same("A-18", f"what {e.who} resists with", e.ability, powers[0].save)
            self.holds("A-18", f"{cast.who} has spoken well", self.saves.get((cast.who, e.what)) is True)

    def together(self, fact: Fact, e: told.GroupSaved) -> None:
        """One d20 against each one's own score."""
        die = next((roll for roll in reversed(self.dice) if roll.why == e.what), None)
        self.same("A-98", "the die of the group", ("d20", (e.face,)), (die.dice, die.faces) if die else None)
        made = next((ability for words, ability in ABILITY.items() if e.what.startswith(words)), "")
        self.same("A-98", f"what a group saves with {e.what}", e.ability, made)
        there = {*fact.before.state.combatants, *fact.before.state.gone}
        self.same("A-98", "strangers who save", {*e.passed, *e.failed} - there, set())
        for who in (who for who in (*e.passed, *e.failed) if who in there):
            sheet = fact.before.now(who).sheet
            self.same("A-98", f"whether {who} passes", who in e.passed, e.face <= score(sheet, e.ability))

    def omen(self, fact: Fact, e: told.OmenSpent) -> None:
        """One of those that somebody has left."""
        self.omens[e.who] -= 1
        self.holds("A-117", f"{e.who} had an omen", self.omens[e.who] >= 0)
        self.same("A-117", f"omens of {e.who}", fact.before.now(e.who).sheet.omens, self.omens[e.who])
        if e.what.startswith("reroll the failed save"):
            what = e.what.partition("(")[2].removesuffix(")")
            self.again = e.who, what
            self.follows.pop(e.who, None)
            grouped = what in ("morale", "flight") or what.startswith("facing")
            self.holds("A-117", f"{e.who} had failed it", grouped or self.saves.get((e.who, what)) is False)

    # -- powers and words

    def cast(self, fact: Fact, e: told.Cast) -> None:
        """On whom the power can be turned, from where its speaker stands."""
        board, me = fact.before, fact.before.now(e.who)
        self.invoked = e
        power = next((p for p in me.sheet.profile.powers if e.what.startswith(f"invokes {p.name}")), None)
        self.holds("A-18", f"{e.who} knows {e.what}", power is not None)
        self.saves = {key: passed for key, passed in self.saves.items() if power is None or key[1] != power.name}
        if power is None or e.other is None:
            return
        it, span = board.now(e.other), board.space.zones.span(me.at, board.now(e.other).at)
        self.holds("A-18", f"{e.other} is alive", not it.sheet.dead)
        if power.target == "ally":
            self.holds("A-18", f"{e.other} is nearby", it.side == me.side and near(board, me.at, it.at))
            return
        self.holds("A-18", f"{e.other} is in range", span is not None and span <= power.range and it.side != me.side)
        self.holds("A-18", f"{e.other} is seen", sees(board, me, it) and fighting(it.sheet))
        if power.effect in ("harm", "entangle"):
            walled = not near(board, me.at, it.at) and shelter(board, it.at) == "barrier" and not it.sheet.leaning
            self.holds("A-68", f"no barrier shelters {e.other}", not walled)

    def did(self, fact: Fact, e: told.Did) -> None:
        """Words reach those nearby who have a mind; what heals heals as much as it should."""
        board, me = fact.before, fact.before.now(e.who)
        it = board.now(e.other) if e.other is not None else me
        if e.what in ("distracts", "intimidates", "taunts"):
            self.holds("A-19", f"{e.other} is nearby", near(board, me.at, it.at) and me.side != it.side)
            self.holds("A-19", f"{e.other} heeds words", it.sheet.profile.mind != "mindless" and fighting(it.sheet))
        elif e.what in ("shoves", "throws"):
            self.same("A-87", f"whom {e.who} holds", me.sheet.grabbing, e.other)
        elif e.what == "tramples":
            self.holds("A-118", f"{e.who} is bigger", outsizes(me.sheet, it.sheet) and near(board, me.at, it.at))
        elif e.what == "tries to free":
            self.holds("A-84", f"{e.other} is bound", bound(board, it) and near(board, me.at, it.at))
        for words, kind in CURES.items():
            if e.what.startswith(words):
                self.holds("A-24", f"{it.id} is nearby", near(board, me.at, it.at) and not it.sheet.dead)
                self.cures(fact, it.id, half(it.sheet.STR) if kind == "draught" else 1)

    # -- what is suffered

    def afflicted(self, fact: Fact, e: told.Afflicted) -> None:
        """Only what a save, or a size, allows."""
        board, it = fact.before, fact.before.now(e.who)
        me = board.now(e.other) if e.other is not None else None
        match e.what:
            case "grabbed by":
                assert me is not None
                skilled = outsizes(me.sheet, it.sheet) or "wrestler" in me.sheet.profile.skills
                failed = self.saves.get((e.who, "not to be grabbed")) is False
                self.holds("A-83", f"{e.who} has failed to keep free", skilled or failed)
                self.holds("A-83", f"{e.who} is nearby", near(board, me.at, it.at))
                self.same("A-84", f"whom {e.other} holds", me.sheet.grabbing, e.who)
                bigger = outsizes(it.sheet, me.sheet) and "wrestler" not in me.sheet.profile.skills
                self.holds("A-118", f"{e.who} is not the bigger", not bigger)
            case "frightened of":
                self.holds("A-119", f"{e.who} knows fear", not fearless(it.sheet.profile))
                self.holds("A-119", f"{e.who} fears {e.other}", e.other in it.sheet.fears)
            case "stunned":
                self.holds("A-19", f"{e.who} has a mind", it.sheet.profile.mind != "mindless")
            case "paralysed by poison":
                self.same("A-24", f"the save of {e.who}", self.saves.get((e.who, "poison")), False)
                self.holds("A-24", f"{e.who} lives", not unfeeling(it.sheet.profile))
            case text if text.startswith("an injury"):
                rolls = [roll for roll in self.dice if roll.who == e.who and roll.why == "injury"]
                face = rolls[-1].faces[0]
                self.holds("A-117", f"{text} for a {face}", f"(d6 {face})" in text and INJURY[face] in text)
            case _:
                pass

    def points(self, fact: Fact, e: told.PointsRolled) -> None:
        """Exploding dice, less armour where that helps."""
        count, _, die = e.dice.rpartition("d")
        sheet = fact.before.now(e.who).sheet
        rolls = [roll for roll in self.dice if roll.why.startswith(e.cause) and roll.dice == f"d{die}"]
        faces = tuple(face for roll in rolls for face in roll.faces)[-len(e.faces) :]
        self.same("A-118", f"dice of {e.cause}", e.faces, faces)
        parts = whole(f"d{die}", e.faces)
        self.same("A-118", f"how many dice of {e.cause}", len(parts), int(count or 1))
        self.holds("A-118", f"{e.faces} explode", all(explodes(f"d{die}", part) for part in parts))
        self.same("A-118", f"what {e.faces} come to", e.shown, sum(worth(f"d{die}", part) for part in parts))
        armour = -(sheet.armour + sheet.profile.hide) if e.cause in ("trap", "trampled") else 0
        self.same("A-118", f"armour against {e.cause}", e.tally.total, armour)
        self.same("A-118", f"what {e.who} suffers", e.points, max(0, e.shown + armour))
        powers = [p for p in fact.before.now(e.source).sheet.profile.powers if p.name == e.cause] if e.source else []
        if powers:
            self.same("A-18", f"the die of {e.cause}", f"d{die}", powers[0].die)
            self.same("A-18", f"{e.cause} heals", e.heals, powers[0].effect == "heal")
        else:
            self.same("A-118", f"the die of {e.cause}", f"d{die}", HARM.get(e.cause))
        if e.heals:
            self.cures(fact, e.who, e.points)

    # -- healing and dying

    def regenerates(self, fact: Fact, e: told.TurnBegan) -> None:
        """Half of what is lost, unless fire has harmed it since the turn before."""
        sheet = fact.before.now(e.who).sheet
        if sheet.profile.regenerates and sheet.burnt < fact.before.state.turn.round - 1:
            self.cures(fact, e.who, half(full_health(sheet) - sheet.health))

    def cures(self, fact: Fact, who: Id, amount: int) -> None:
        """Note who is to be healed: nobody beyond what it can have, nor the dead."""
        sheet = fact.before.now(who).sheet
        most = min(amount, full_health(sheet) - sheet.health)
        self.same("A-24", "who should have been healed", self.cure, None)
        self.cure = (who, most) if most > 0 and not sheet.dead else None

    def healed(self, fact: Fact, e: told.Healed) -> None:
        """By as much as cures; whoever was dying is out of danger."""
        self.same("A-24", "who is healed", (e.who, e.amount), self.cure)
        self.cure = None
        self.dying.pop(e.who, None)
        self.holds("A-24", f"{e.who} has no more than it can have", e.left <= full_health(fact.before.now(e.who).sheet))

    def fell(self, fact: Fact, e: told.Fell) -> None:
        """The dying die at the end of the next round; who has died dies no more."""
        if e.how == "dying":
            self.dying[e.who] = self.round + 1
            return
        if e.how == "bled to death":
            self.same("A-117", f"when {e.who} bleeds to death", self.round, self.dying.get(e.who))
            phase = fact.before.state.turn.phase
            self.same("A-117", "at what time", phase, "end")
        if e.how not in ("surrendered", "incapacitated"):
            self.dying.pop(e.who, None)


INJURY = {1: "a scar", 2: "STR", 3: "WIT", 4: "AGI", 5: "a useless arm", 6: "the loss of an eye"}


def whole(die: str, faces: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Faces as the dice that they were rolled with, each with its explosions."""
    found: list[tuple[int, ...]] = [()]
    for face in faces:
        found[-1] = (*found[-1], face)
        if face != int(die[1:]):
            found.append(())
    return [part for part in found if part]


def held(fact: Fact, who: Id) -> bool:
    """Whether somebody has anything in hand that it could drop."""
    sheet = fact.before.now(who).sheet
    return any(key and key != "shield" for key in (sheet.hand, sheet.off))


def said(event: Event) -> list[tuple[Id, str]]:
    """What an event tells of whom, in words."""
    match event:
        case told.Afflicted(who=who, what=what) | told.Did(who=who, what=what):
            return [(who, what)]
        case told.Hid(who=who):
            return [(who, "is concealed")]
        case EdgeChanged(who=who, open=True) if who is not None:
            return [(who, "gives way")]
        case _:
            return []


# --- fear, morale, wear of gear ---

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
