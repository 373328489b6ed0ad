"""Murdham judged again: rounds, turns and walks; attacks, reactions and damage; what harm and fear lead to."""

from __future__ import annotations

from collections import Counter

from game.rules.events import Changed, EdgeChanged, Ended, Id, Left, Moved, RoundBegan, TurnChanged
from game.spatial.places import InZone, OnBorder, ZonePlace
from rulesets.murdham.play import events as told
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard
from tests.referee.judging import Fact, Fought, Referee
from tests.referee.murdham_blows import HarmReferee
from tests.referee.murdham_saves import NerveReferee, SaveReferee
from tests.referee.murdham_sheets import (
    ROOM,
    awake,
    bound,
    crossed,
    crowd,
    everybody,
    fighting,
    hard_ground,
    near,
    score,
    strides,
    water,
)

# --- rounds: whose step it is, who has a turn left, what a turn holds, every half-zone walked ---

BONUS = ("picks up ", "puts down ", "takes the ", "stows ", "uses ", "says a few words")
"""How the bonus actions begin that are told in words."""

MAIN = (
    *("shoves", "throws", "tramples", "distracts", "intimidates", "taunts", "tries to free", "binds the wounds of"),
    *("searches", "works at ", "strikes blindly about"),
)
"""The same of main actions."""

STRETCH = 100
"""Rounds in ten minutes."""


class TurnReferee(Referee):
    """Judges steps, turns, actions, movement, and who is left when it ends."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.sides = [side.name for side in fought.setup.sides]
        begun = fought.start.turn
        self.round = begun.round
        self.phase = begun.phase if begun.phase == "ambush" else ""
        self.threshold = 0
        self.holder = begun.initiative
        self.next = begun.side
        """The side whose step it is."""
        self.passed: set[str] = set()
        """Sides that have passed one after another."""
        self.spent: set[Id] = set()
        """Those whose turn of this round is gone."""
        self.lost: set[Id] = set()
        """Those who lose the turn of the next round."""
        self.nimble: set[Id] = set()
        """Those who have had this round's free dodge."""
        self.active = Id("")
        self.did: Counter[str] = Counter()
        """Main and bonus actions of this turn, half-zones walked, and the like."""
        self.words = ""
        """The deed told last."""
        self.falls_back = Id("")
        """Who has agreed to fall back, or makes way, and has not yet."""
        self.steady = False
        """The shot of this turn was one that stands still."""
        self.extra: set[Id] = set()
        """Those who have used the one attack more that a skill gives in a fight."""

    def see(self, fact: Fact) -> None:
        self.rolls(fact)
        match fact.event:
            case RoundBegan() as e:
                self.new_round(fact, e)
            case told.InitiativeDrawn() as e:
                self.drawn(e)
            case told.SideLeads() as e:
                self.leads(e)
            case told.PhaseBegan() as e:
                self.new_phase(fact, e)
            case told.Passed() as e:
                self.step(fact, e.side)
                self.passes(e.side)
            case told.TurnBegan() as e:
                self.turn(fact, e)
            case told.Reacted() as e:
                self.reacted(fact, e)
            case told.Afflicted(what="stunned") as e:
                (self.lost if e.who in self.spent or self.phase == "ambush" else self.spent).add(e.who)
            case told.AttackDeclared(how="attack") | told.BlastThrown(how="attack"):
                self.attacks(fact, fact.event)
            case told.AttackDeclared() | told.BlastThrown():
                self.holds("A-63", f"{fact.event.who} strikes out of turn", fact.event.who != self.active)
            case told.Did() as e:
                self.deed(fact, e)
            case EdgeChanged(who=who) as e if who is not None:
                self.door(fact, e, who)
            case told.StuntOffered(accepted=True, stunt=stunt) as e if stunt.startswith("fall back"):
                self.falls_back = e.target
            case TurnChanged(changes=changes):
                self.spends(fact, changes)
            case Moved(how="walk") as e:
                self.moved(fact, e)
            case Moved() as e:
                self.shifted(fact, e)
            case Left() as e:
                self.left(fact, e)
            case Ended() as e:
                self.ended(fact, e)
            case Changed(changes={"surrendered": True}, who=who):
                self.spent.add(who)
            case _:
                pass

    # -- rounds and steps

    def drawn(self, e: told.InitiativeDrawn) -> None:
        """A die with as many faces as there are sides."""
        roll = self.rolled[-1]
        self.same("A-08", "the die", (e.dice, (e.face,)), (roll.dice, roll.faces))
        self.same("A-08", "its faces", e.dice, f"d{len(self.sides)}")
        self.same("A-08", "who holds initiative", e.side, self.sides[e.face - 1])
        self.holder = e.side

    def new_round(self, fact: Fact, e: RoundBegan) -> None:
        """The rounds are counted, and begin when every side has passed."""
        if self.round:
            self.over(fact, "A-04")
        self.same("A-01", "the number of the round", e.number, self.round + 1)
        self.round, self.phase = e.number, ""
        self.spent, self.lost = self.lost, set()
        self.nimble.clear()
        self.active = Id("")

    def leads(self, e: told.SideLeads) -> None:
        """Who holds initiative says who begins; it stays with whom it fell to."""
        if self.holder:
            self.same("A-06", "who holds initiative", e.initiative, self.holder)
        self.holds("A-06", f"{e.side} is there", e.side in self.sides)
        self.next = e.side
        self.passed.clear()
        if self.phase == "fast":
            return
        self.phase = "act"

    def new_phase(self, fact: Fact, e: told.PhaseBegan) -> None:
        """Fast before slow, by one open d20; morale when all is done."""
        if e.phase == "fast":
            self.same("A-110", "the threshold", (e.threshold,), self.rolled[-1].faces)
            self.threshold = e.threshold
        elif e.phase in ("slow", "morale"):
            self.over(fact, "A-113" if e.phase == "slow" else "A-97")
            self.same("A-110", "the threshold", e.threshold, self.threshold if e.phase == "slow" else 0)
        if e.phase != "morale":
            self.phase = e.phase
        if e.phase == "slow":
            self.passed.clear()
            self.next = fact.before.state.turn.order[0]

    def over(self, fact: Fact, rule: str) -> None:
        """Every side has passed, or had nobody who could act."""
        for side in self.sides:
            self.holds(rule, f"{side} has passed", side in self.passed or not self.able(fact.before, side))

    def able(self, board: MurdhamBoard, side: str) -> list[Body]:
        """Who could take a turn now."""
        some = [c for c in everybody(board) if c.side == side and fighting(c.sheet) and c.id not in self.spent]
        if self.phase == "ambush":
            return [c for c in some if c.id in board.state.turn.ambushed]
        return [c for c in some if self.phase != "fast" or score(c.sheet, "WIT") >= self.threshold]

    def passes(self, side: str) -> None:
        """The next one's step."""
        self.passed.add(side)
        self.active = Id("")
        self.next = self.sides[(self.sides.index(side) + 1) % len(self.sides)]

    def step(self, fact: Fact, side: str) -> None:
        """The sides alternate; one with nobody left to act passes unasked."""
        if not self.next:  # an ambush comes before anybody leads
            self.next = fact.before.state.turn.order[0]
        for _ in self.sides:
            if self.next == side:
                break
            self.same("A-02", f"{self.next} has nobody to act", self.able(fact.before, self.next), [])
            self.passes(self.next)
        self.same("A-02", "whose step it is", side, self.next)
        self.holds("A-04", "somebody has not passed", self.passed != set(self.sides))

    def turn(self, fact: Fact, e: told.TurnBegan) -> None:
        """One turn a round for those who are able."""
        me = fact.before.now(e.who)
        self.falls_back = Id("")
        self.step(fact, me.side)
        ambush = self.phase == "ambush"
        self.same("A-93", "a bonus turn", e.bonus, ambush)
        self.holds("A-03", f"{e.who} has a turn left", e.who not in self.spent)
        self.holds("A-117", f"{e.who} is in the fight", fighting(me.sheet))
        self.holds("A-111", f"{e.who} is quick enough", e.who in {c.id for c in self.able(fact.before, me.side)})
        standing = {c.side for c in everybody(fact.before) if fighting(c.sheet)}
        self.holds("A-01", "there is somebody to fight", len(standing) > 1)
        self.passed.clear()
        self.passes(me.side)
        self.passed.clear()
        self.active, self.words, self.steady = e.who, "", False
        self.did.clear()
        if not ambush:
            self.spent.add(e.who)

    # -- what a turn holds

    def pays(self, what: str) -> None:
        """One main and one bonus action, or two bonus actions."""
        self.did[what] += 1
        mains = self.did["main"] + max(0, self.did["bonus"] - 1)
        self.holds("A-10", f"{dict(self.did)} in the turn of {self.active}", mains <= 1)

    def attacks(self, fact: Fact, e: told.AttackDeclared | told.BlastThrown) -> None:
        """A main action of one's own turn; once a fight one more, for who has the skill and has felled somebody."""
        self.same("A-32", "whose turn it is", e.who, self.active)
        me = fact.before.now(e.who)
        self.holds("A-98", f"{e.who} has not lost heart", not me.sheet.retreating)
        if self.words == "strikes blindly about":
            self.words = ""
            return
        skilled = "follow through" in me.sheet.profile.skills and e.who not in self.extra
        if self.did["main"] and self.did["attack"] and skilled:
            self.extra.add(e.who)
        else:
            self.pays("main")
        self.did["attack"] += 1

    def deed(self, fact: Fact, e: told.Did) -> None:
        """Actions that are told in words."""
        self.words = e.what
        if e.what == "tramples" and e.other is not None:
            self.falls_back = e.other
        main = isinstance(e, told.Cast) or e.what.startswith(MAIN) or e.what == "throws itself against the door"
        bonus = e.rule in ("A-20", "A-21", "A-24", "A-26") and e.what.startswith(BONUS)
        if main and e.what != "throws itself against the door" and e.what.startswith("throws "):
            main = False
        if not (main or bonus):
            return
        self.same("A-09", "whose turn it is", e.who, self.active)
        self.holds("A-84", f"{e.who} is free to act", not bound(fact.before, fact.before.now(e.who)))
        self.pays("main" if main else "bonus")

    def door(self, fact: Fact, e: EdgeChanged, who: Id) -> None:
        """A bonus action, or what the map says; a door that gives way has been paid for."""
        if self.words == "throws itself against the door":
            self.words = ""
            return
        field = self.fought.setup.field
        prices: list[str] = [edge.cost for edge in field.edges if edge.id == e.edge]
        prices += [feature.cost for feature in field.features if feature.linked == e.edge]
        self.same("A-25", "whose turn it is", who, self.active)
        self.pays("main" if set(prices) == {"main"} else "bonus")

    def spends(self, fact: Fact, changes: dict[str, object]) -> None:
        """Full movement is a main action; standing still is what a steady shot asks for."""
        if changes.get("full") is True:
            self.same("A-16", "whose turn it is", fact.before.state.turn.active, self.active)
            self.pays("main")
        if changes.get("steady") is True:
            self.steady = True

    # -- reactions

    def reacted(self, fact: Fact, e: told.Reacted) -> None:
        """A whole turn, out of one's own; some skills ask for none."""
        me = fact.before.now(e.who)
        skills = me.sheet.profile.skills
        saved = e.what in ("dodges", "hides behind") and awake(me.sheet)
        self.holds("A-52", f"{e.who} is in the fight", saved or fighting(me.sheet))
        self.holds("A-84", f"{e.who} is free to react", not bound(fact.before, me))
        if self.phase == "ambush":
            self.holds("A-93", f"{e.who} lies in ambush", e.who in fact.before.state.turn.ambushed)
        if e.what == "dodges" and e.who == self.active:
            self.holds("A-65", f"{e.who} is fleet", "fleet" in skills)
            return
        if e.what == "dodges" and "nimble" in skills and e.who not in self.nimble:
            self.nimble.add(e.who)
            return
        if e.what == "guards" and "bodyguard" in skills:
            return
        self.holds("A-15", f"{e.who} has a turn to spend", e.who not in self.spent)
        self.holds("A-15", f"{e.who} does not react in its own turn", e.who != self.active)
        self.spent.add(e.who)

    # -- movement

    def moved(self, fact: Fact, e: Moved) -> None:
        """Half a zone to what is beside, at the price of the ground, within what the turn allows."""
        me = fact.before.now(e.who)
        start, end = e.start, e.end
        assert isinstance(start, InZone | OnBorder)
        assert isinstance(end, InZone | OnBorder)
        self.same("A-13", f"where {e.who} comes from", start, me.at)
        if self.falls_back == e.who:
            self.holds("A-77", f"{e.who} goes out of the way on foot", end in self.beside(fact, me.at))
            if isinstance(end, InZone):
                self.falls_back = Id("")
            return
        board, sheet, turn = fact.before, me.sheet, fact.before.state.turn
        self.same("A-11", f"who walks in the turn of {self.active}", e.who, self.active)
        self.holds("A-120", f"{end} is half a zone from {start}", end in self.beside(fact, start))
        self.holds("A-84", f"{e.who} is free to walk", fighting(sheet) and not bound(board, me))
        self.holds("A-16", f"{e.who} has not tripped", sheet.tripped < self.round)
        self.holds("A-43", f"{e.who} has not shot standing still", not self.steady)
        self.did["halves"] += self.price(fact, me, end, turn.special)
        most = strides(sheet, full=turn.full, special=turn.special)
        self.holds("A-11", f"{e.who} goes {self.did['halves']} of {most} half-zones", self.did["halves"] <= most)
        there, mine = crowd(board, me, end), ROOM.get(sheet.profile.size, 1)
        if sheet.grabbing:
            mine += ROOM.get(board.now(sheet.grabbing).sheet.profile.size, 1)
        room = board.space.zones.capacity(end)
        self.holds("A-120", f"room for {e.who} beside {there} of {room}", not there or there + mine <= room)
        self.feared(fact, me, start, end)
        foes = [c for c in everybody(board) if c.side != me.side and fighting(c.sheet) and not c.sheet.hidden]
        if sheet.retreating:
            self.holds("A-98", f"{e.who} retreats to nobody", end not in {foe.at for foe in foes})

    def beside(self, fact: Fact, place: ZonePlace) -> list[ZonePlace]:
        """The borders of a zone that are open, the zones of a border."""
        zones = fact.before.space.zones
        return [there for there in zones.touching(place) if not zones.closed(there)]

    def price(self, fact: Fact, me: Body, place: ZonePlace, special: str) -> int:
        """Half-zones that a step costs; what can't be entered so is objected to."""
        board = fact.before
        if me.sheet.profile.flies:
            return 1
        needed = crossed(board, place) or ("swim" if water(board, place) else "")
        if needed:
            self.same("A-16", f"how {me.id} comes to {place}", special, needed)
        if not hard_ground(board, place) or special == "balance":
            return 1
        self.holds("A-16", f"{me.id} sprints over open ground", special != "sprint")
        return 2

    def feared(self, fact: Fact, me: Body, start: ZonePlace, end: ZonePlace) -> None:
        """No step nearer to whom one is frightened of."""
        zones = fact.before.space.zones
        for who in me.sheet.fears:
            source = fact.before.state.combatants.get(who)
            if source is None or not fighting(source.sheet):
                continue
            was, is_ = zones.distance(start, source.at), zones.distance(end, source.at)
            nearer = was is not None and is_ is not None and is_ < was
            self.holds("A-119", f"{me.id} comes no nearer to {who}", not nearer)

    def shifted(self, fact: Fact, e: Moved) -> None:
        """Pushed, thrown or taken along."""
        it = fact.before.now(e.who)
        self.same("A-87", f"where {e.who} comes from", it.at, e.start)
        zones = fact.before.space.zones
        assert isinstance(e.start, InZone | OnBorder)
        assert isinstance(e.end, InZone | OnBorder)
        if e.how == "throw":
            far = zones.distance(fact.before.now(self.active).at, e.end)
            self.holds("A-87", f"{e.who} is thrown two zones at most", (far or 0) <= 2)
        elif e.how == "drag":
            mine = [c.at for c in everybody(fact.before) if c.sheet.grabbing == e.who]
            self.holds("A-85", f"{e.who} goes with its holder", any(near(fact.before, at, e.end) for at in mine))
        else:
            self.holds("A-87", f"{e.who} goes half a zone", e.end in self.beside(fact, e.start))

    def left(self, fact: Fact, e: Left) -> None:
        """Off the map for half a zone of movement, by an exit or the rim."""
        me = fact.before.now(e.who)
        turn = fact.before.state.turn
        self.same("A-98", f"how {e.who} leaves", e.why, "flees" if me.sheet.retreating else "leaves the field")
        self.same("A-103", "whose turn it is", e.who, self.active)
        most = strides(me.sheet, full=turn.full, special=turn.special)
        self.holds("A-103", f"{e.who} has half a zone left", self.did["halves"] < most)
        zones = fact.before.space.zones
        drawn = [zone for zone in zones.all_zones if "exit" in zones.area(zone).tags]
        cells = zones.cells(me.at)
        width, height = fact.before.space.width, fact.before.space.height
        rim = any(x in (0, width - 1) or y in (0, height - 1) for x, y in cells)
        self.holds("A-103", f"{e.who} stands at a way out", me.at in drawn if drawn else rim)

    # -- the end

    def ended(self, fact: Fact, e: Ended) -> None:
        """One side at most still fights; or the stretch is over."""
        standing = list(dict.fromkeys(c.side for c in everybody(fact.before) if fighting(c.sheet)))
        if self.fought.setup.objectives:
            return
        late = self.round > STRETCH
        self.holds("A-01", f"{standing} still fight in round {self.round}", late or len(standing) <= 1)
        self.same("A-01", "who has won", e.winner, standing[0] if len(standing) == 1 else None)

    def rolls(self, fact: Fact) -> None:
        """Only the last roll is of use here."""
        del self.rolled[:-1]


# --- the referee ---

BENCH = (TurnReferee, HarmReferee, SaveReferee, NerveReferee)
"""Who judges what: each reads the whole battle for its own part of the rules."""


class MurdhamReferee(Referee):
    """Judges a battle by the chapter on combat and its rulings."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.bench = [kind(fought) for kind in BENCH]

    def see(self, fact: Fact) -> None:
        """Show it to everybody on the bench, and note what they say."""
        for judge in self.bench:
            judge.where = self.where
            if self.rolled:
                judge.rolled.extend(self.rolled)
            judge.see(fact)
            self.judged.update(judge.judged)
            self.objections.extend(judge.objections)
            judge.judged.clear()
            judge.objections.clear()
        self.rolled.clear()
