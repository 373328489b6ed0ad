"""Ingenuity judged again: teams, rounds and turns, what a turn's actions are spent on, how far anybody goes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from game.rules.events import Drawn, EdgeChanged, Ended, Id, Left, Moved, RoundBegan, TurnChanged
from game.spatial.field import UNIT, Cell
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard
from tests.referee.ingenuity_sheets import answers, cells, count, covers, derived, ground, has, metres, surprised, up
from tests.referee.judging import Fact, Fought, Referee

# --- order of teams, rounds and turns, and what everybody has left of body, breath and answers ---

LONGEST = 60
"""Rounds after which nobody wins any more (ruling N-18)."""


class Order(Referee):
    """Whose turn it is, when rounds begin, and how the battle ends."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.drawn: list[str] = []
        self.order: tuple[str, ...] = ()
        self.round = 0
        self.next = 0
        """Place in the order of the team that is to name somebody."""
        self.had: set[Id] = set()
        """Who had its turn in this round."""
        self.ended = False

    def see(self, fact: Fact) -> None:
        self.holds("B-02", "nothing happens after the end", not self.ended)
        match fact.event:
            case Drawn() as e:
                self.drawn.append(e.card)
            case told.Ordered() as e:
                self.ordered(fact.before, e)
            case RoundBegan() as e:
                self.round_began(fact.before, e)
            case told.TurnBegan() as e:
                self.turn_began(fact.before, e)
            case Ended() as e:
                self.ends(fact.before, e)

    def ordered(self, board: IngenuityBoard, e: told.Ordered) -> None:
        """Every team once; who has surprise is first, else who began the fight, or a lot (ruling N-1)."""
        sides = [side.name for side in board.setup.sides]
        self.order = e.order
        self.same("B-05", "the teams in the order", sorted(e.order), sorted(sides))
        lurking = [side for side in sides if any(c.side == side and c.sheet.hidden for c in everybody(board))]
        if board.setup.options.get("surprise", "auto") == "auto":
            self.same("B-13", "who has surprise", list(e.surprise), lurking if len(lurking) < len(sides) else [])
        opener, _, opened = board.setup.events.get("opening", "").partition(" ")
        if opener:
            found = board.now(Id(opener)).side, board.now(Id(opened)).side
            self.same("B-04", "who is first and second", e.order[:2], found)
        elif board.setup.options.get("opening", "auto") == "auto":
            self.same("B-04", "who is first", e.order[0], e.surprise[0] if e.surprise else self.drawn[0])
        for c in everybody(board):
            if not board.setup.roster:
                for name, number in derived(c.sheet.profile.key).items():
                    self.same("B-46", f"{name} of {c.id}", getattr(c.sheet.profile, name), number)

    def waiting(self, board: IngenuityBoard, side: str) -> list[Id]:
        """Members of a team who still have a turn in this round."""
        there = (c for c in everybody(board) if c.side == side and up(c) and not surprised(board, c))
        return [c.id for c in there if c.id not in self.had]

    def round_began(self, board: IngenuityBoard, e: RoundBegan) -> None:
        """Only when nobody is left to name; then everybody has a turn again."""
        self.round += 1
        self.same("B-07", "number of the round", e.number, self.round)
        if self.round > 1:
            # Surprise is over by now, but nobody surprised has had a turn: those who had surprise are asked about.
            left = [who for side in self.order for who in self.waiting(board, side) if self.round > 2]
            self.same("B-09", "who had no turn in the round before", left, [])
        self.same("B-13", "surprise after the first round", bool(board.state.turn.surprise) and self.round > 1, False)
        self.had.clear()
        self.next = 0

    def turn_began(self, board: IngenuityBoard, e: told.TurnBegan) -> None:
        """The next team with members left; one who has had no turn, is conscious and not caught unawares."""
        me = board.now(e.who)
        self.holds("B-08", f"{e.who} has had no turn this round", e.who not in self.had)
        self.holds("B-12", f"{e.who} is conscious", up(me))
        self.holds("B-13", f"{e.who} is not surprised", not surprised(board, me))
        places = [(self.next + number) % len(self.order) for number in range(len(self.order))]
        place = next((each for each in places if self.waiting(board, self.order[each])), None)
        if place is not None:
            rule = "B-09" if place == self.next else "B-11"
            self.same(rule, "whose turn it is to name somebody", me.side, self.order[place])
            self.next = (place + 1) % len(self.order)
        self.same("B-09", "who acts", board.state.turn.active, e.who)
        self.had.add(e.who)
        for rule, word in (("B-21", "guard"), ("B-25", "cover"), ("B-29", "waiting")):
            self.holds(rule, f"{word} of {e.who} is over as its turn begins", not has(me.sheet, word))
        self.same("B-23", f"what {e.who} held back is over as its turn begins", me.sheet.readied, None)
        self.holds("B-02", "the fight goes on, for several teams are there", len(standing(board)) > 1)

    def ends(self, board: IngenuityBoard, e: Ended) -> None:
        """One team alone is left, or none, or the fight has lasted too long; where there are no objectives."""
        self.ended = True
        if not board.setup.objectives:
            left = standing(board)
            over = board.state.turn.round > LONGEST
            self.holds("B-02", "one team is left at the most, or it grew too late", len(left) < 2 or over)
            self.same("B-02", "who has won", e.winner, left[0] if len(left) == 1 else None)


def everybody(board: IngenuityBoard) -> list[Body]:
    """All on the map."""
    return list(board.state.combatants.values())


def standing(board: IngenuityBoard) -> list[str]:
    """Teams with somebody conscious."""
    return [side.name for side in board.setup.sides if any(c.side == side.name and up(c) for c in everybody(board))]


DEFENCES = ("dodges", "blocks with ", "parries with ", "fortifies", "resists")


class Pools(Referee):
    """What everybody has left: endurance, health, stamina, focus, reactions; none is spent that is not there."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        bodies = fought.start.combatants.values()
        self.left: dict[str, Counter[Id]] = {
            name: Counter({c.id: getattr(c.sheet, name) for c in bodies}) for name in ("end", "hp", "st", "fc")
        }
        self.left["reactions"] = Counter({c.id: 1 for c in bodies})
        self.waits: set[Id] = set()
        self.rolled_last: Id | None = None
        """Who rolled an attack or made a test last."""
        self.free: dict[Id, Id] = {}
        """Who has stepped in, and whose attack it has one defence against that takes no reaction."""
        self.resolved: set[Id] = set()
        """Of these, those for whom that attack is over, but for what comes with its hit."""

    def see(self, fact: Fact) -> None:
        match fact.event:
            case told.TurnBegan() as e:
                self.left["reactions"][e.who] = 1
                self.waits.discard(e.who)
                self.free.clear()
                self.resolved.clear()
                for c in everybody(fact.before):
                    self.checked(fact.before, c.id)
            case told.AttackDeclared() as e:
                self.free = {who: by for who, by in self.free.items() if who not in self.resolved}
                self.resolved.clear()
                if e.mode == "feat":
                    self.pay(fact.before, e.who, "fc", self.focus(fact.before, e.who, e.weapon), "B-36")
            case told.Cast() as e:
                named = e.what.removesuffix(" itself").removesuffix("s")
                feat = next(each for each in fact.before.now(e.who).sheet.profile.feats if each.name.lower() == named)
                self.pay(fact.before, e.who, "fc", feat.focus, "B-36")
            case told.AttackRolled() | told.Checked() as e:
                self.rolled_last = e.who
            case (told.AttackHit() | told.AttackMissed() | told.ItemHit()) as e if self.free.get(e.target) == e.who:
                self.resolved.add(e.target)
            case told.Reacted() as e:
                self.reacted(fact.before, e)
            case told.Did() as e:
                self.did(fact.before, e)
            case told.Harmed() as e:
                self.lost(fact.before, e)
            case told.Healed() as e:
                self.gained(fact.before, e)
            case told.Fell() as e:
                # Waiting is given up, and with it the reaction that it gave (ruling N-34).
                if e.who in self.waits:
                    self.left["reactions"][e.who] = min(self.left["reactions"][e.who], 1)
                self.waits.discard(e.who)
                self.checked(fact.before, e.who)
            case Ended():
                for c in everybody(fact.before):
                    self.checked(fact.before, c.id)
            case Left() as e:
                self.checked(fact.before, e.who)

    def focus(self, board: IngenuityBoard, who: Id, key: str) -> int:
        """What a feat of somebody's costs."""
        return next(feat.focus for feat in board.now(who).sheet.profile.feats if feat.key == key)

    def checked(self, board: IngenuityBoard, who: Id) -> None:
        """What somebody has left is what the referee reckons, and none of it is below nothing."""
        sheet = board.now(who).sheet
        rules = {"end": "B-48", "hp": "B-48", "st": "B-16", "fc": "B-16", "reactions": "B-30"}
        for name, rule in rules.items():
            self.same(rule, f"{name} of {who}", getattr(sheet, name), self.left[name][who])
            self.holds(rule, f"{name} of {who} is not below nothing", self.left[name][who] >= 0)

    def pay(self, board: IngenuityBoard, who: Id, name: str, amount: int, rule: str) -> None:
        """Somebody spends something, which it had."""
        self.left[name][who] -= amount
        self.noted(rule)
        self.checked(board, who)

    def reacted(self, board: IngenuityBoard, e: told.Reacted) -> None:
        """One reaction each, but for the free defence of whoever has stepped in; stamina, or focus for the mind."""
        c = board.now(e.who)
        self.holds("B-30", f"{e.who} is in a state to react", answers(board, c))
        defends = e.what.startswith(DEFENCES)
        self.holds("B-30", f"{e.what} is a reaction", defends or e.what in ("intercepts for", HELD))
        if defends and e.who in self.free:
            del self.free[e.who]
            self.noted("B-34")
        else:
            self.left["reactions"][e.who] -= 1
        if e.what == "intercepts for":
            self.holds("B-34", f"{e.who} steps into an attack", self.rolled_last is not None)
            self.free[e.who] = self.rolled_last or e.who
        pool = "fc" if e.what == "resists" else "st"
        self.pay(board, e.who, pool, int(e.what != HELD), e.rule)

    def did(self, board: IngenuityBoard, e: told.Did) -> None:
        """A sprint takes stamina, a command focus; waiting gives a reaction."""
        if e.what.startswith("sprints "):
            self.pay(board, e.who, "st", 1, "B-27")
        elif e.what == "commands":
            self.pay(board, e.who, "fc", 2, "B-19")
        elif e.what == "waits":
            self.waits.add(e.who)
            self.left["reactions"][e.who] += 1
            self.pay(board, e.who, "st", 0, "B-29")

    def lost(self, board: IngenuityBoard, e: told.Harmed) -> None:
        name = "end" if e.track == "endurance" else "hp"
        self.left[name][e.who] -= e.amount
        self.same("B-48", f"{e.track} left to {e.who}", e.left, self.left[name][e.who])
        self.holds("B-48", f"{e.who} loses something", e.amount > 0 and e.left >= 0)
        if name == "hp":
            # What is told first is what was lost first: the sheet has both already.
            self.same("B-48", f"endurance of {e.who} when health is lost", e.who and self.bleeds(e), True)

    def bleeds(self, e: told.Harmed) -> bool:
        """Whether health may be lost: without endurance, or by blood, of which 1 passes it (ruling N-32)."""
        return self.left["end"][e.who] == 0 or (e.source is None and e.amount == 1)

    def gained(self, board: IngenuityBoard, e: told.Healed) -> None:
        name = "end" if e.track == "endurance" else "hp"
        sheet = board.now(e.who).sheet
        self.left[name][e.who] += e.amount
        self.same("B-24" if name == "hp" else "B-36", f"{e.track} of {e.who}", e.left, self.left[name][e.who])
        self.holds("B-48", f"{e.track} of {e.who} within bounds", 0 < e.left <= getattr(sheet.profile, name))
        self.checked(board, e.who)


HELD = "does what it held back"


# --- what a turn's three actions are spent on ---

DEEDS = (
    ("goes ", 1, "B-22"),
    ("sprints ", 1, "B-27"),
    ("climbs to ", 1, "B-22"),
    ("gets up", 1, "B-28"),
    ("is on guard", 1, "B-21"),
    ("waits", 1, "B-29"),
    ("seeks cover", 1, "B-25"),
    ("picks up the ", 1, "B-20"),
    ("bends over", 2, "B-24"),
    ("makes a killing strike at", 3, "B-77"),
)
"""What deeds that cost something begin with, how many actions they cost, their rules."""

HEARD = 30
"""Metres at which a command is heard (ruling N-39)."""

ENDS_A_TURN = ("is on guard", "waits", "holds something back")


class Actions(Referee):
    """Three actions a turn, less what being stunned takes; each deed costs what the book says it does.

    What is spent is seen in the turn record before the deed is told. What somebody else's command or a trigger allows
    costs none.
    """

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.active = Id("")
        self.left = 0
        self.paid = 0
        """Actions spent and not yet told what on."""
        self.stun = 0
        """Actions that being stunned takes from the turn that begins."""
        self.vain = False
        """What the active one was about to do has come to nothing, and is paid for all the same."""
        self.over = self.moved = self.stepped = False
        self.sunk: Counter[Id] = Counter()
        """Actions that went into what somebody has begun."""
        self.held: dict[Id, int] = {}
        """Who holds something back, and how many actions went into it."""
        self.lent: dict[Id, list[tuple[str, int]]] = {}
        """Who may do something out of its turn: by what, and how many actions that is."""
        self.commanded: set[tuple[Id, Id]] = set()
        self.dodging: set[Id] = set()
        """Who may leap, drop or take cover after a dodge."""
        self.settled_in: set[Id] = set()
        """Who has had a turn, or has brandished, after which it is never free again."""
        self.forcing: Id | None = None
        """Who has forced a door that is about to open."""

    def see(self, fact: Fact) -> None:
        board = fact.before
        match fact.event:
            case TurnChanged() as e:
                self.spent(e)
            case told.TurnBegan() as e:
                self.turn(board, e.who)
            case told.Cast() as e:
                self.able(board, e.who, e.what)
                self.deed(e.who, 1, "B-36")
            case told.Did() as e:
                self.able(board, e.who, e.what)
                self.did(board, e)
            case told.AttackDeclared() as e:
                self.able(board, e.who, "an attack")
                self.declared(e)
            case told.Checked() as e:
                self.able(board, e.who, e.what)
                self.tested(e)
            case EdgeChanged() as e if e.who is not None:
                if self.forcing != e.who:
                    self.deed(e.who, 1, "B-20")
                self.forcing = None
            case Left() as e if up(board.now(e.who)):
                self.deed(e.who, 1, "B-22")
            case told.AttackSpoiled() as e:
                self.spoiled(e)
            case told.Reacted() as e:
                self.able(board, e.who, e.what)
                if e.what == HELD:
                    self.holds("B-23", f"{e.who} holds something back", e.who in self.held)
                    self.lend(e.who, "readied", self.held.pop(e.who, 1))
            case told.AttackHit() | told.AttackMissed() | told.ItemHit() as e:
                self.dodging.discard(e.target)
            case told.Struck(effect=effect) as e if effect.startswith("stunned"):
                self.give_up(e.who)
            case told.Fell() as e:
                self.give_up(e.who)
                self.held.pop(e.who, None)
                self.lent.pop(e.who, None)

    def able(self, board: IngenuityBoard, who: Id, what: str) -> None:
        """Nobody does anything unconscious or dead."""
        suffers = what.startswith("is stunned")
        self.holds("B-72", f"{who} is conscious for {what}", suffers or who in board.state.gone or up(board.now(who)))

    # -- what is spent

    def turn(self, board: IngenuityBoard, who: Id) -> None:
        """Three actions; nothing that was paid for in the turn before is still owed."""
        self.settle()
        self.settled_in.add(self.active)
        self.active, self.left, self.paid = who, 3, 0
        self.over = self.moved = self.stepped = self.vain = False
        self.lent.clear()
        self.commanded.clear()
        self.dodging.clear()
        self.held.pop(who, None)
        self.same("B-16", f"actions of {who} as its turn begins", board.state.turn.actions, 3)
        self.stun = min(3, count(board.now(who).sheet, "stunned"))

    def settle(self) -> None:
        """Object to actions that were spent on nothing."""
        self.same("B-16", f"actions that {self.active} spent on nothing", self.paid, 0)
        self.paid = 0

    def spent(self, e: TurnChanged) -> None:
        """Actions go down by what is done; as a turn ends they are gone."""
        self.over = self.over or bool(e.changes.get("over"))
        if "actions" not in e.changes or "active" in e.changes:
            return
        now: int = e.changes["actions"]
        gone, self.left = self.left - now, now
        self.holds("B-16", f"{self.active} spends {gone} actions and has {now} left", gone > 0 and now >= 0)
        if self.stun:
            self.same("B-16", f"actions that {self.active} loses stunned", gone, self.stun)
            self.stun = 0
            return
        self.settle()
        self.lent.pop(self.active, None)
        self.paid = 0 if self.vain else gone
        self.vain = False

    def lend(self, who: Id, how: str, actions: int) -> None:
        """Somebody has actions out of its turn: before it uses them a second ally may have answered with a command."""
        self.lent.setdefault(who, []).append((how, actions))

    def take_lent(self, who: Id) -> tuple[str, int] | None:
        """Use the actions that were given last; None if there are none."""
        if who not in self.lent:
            return None
        found = self.lent[who].pop()
        if not self.lent[who]:
            del self.lent[who]
        return found

    def deed(self, who: Id, costs: int, rule: str) -> None:
        """Something that costs actions is done: they were spent, or given by a command or a trigger."""
        how, got = self.take_lent(who) or ("", self.paid)
        if not how:
            self.same(rule, "who acts on its turn", who, self.active)
            self.paid = 0
        # what one has begun waits while a reaction is made (ruling N-40), or a deed that was declared before it
        if how != "readied" and got < costs:
            got += self.sunk.pop(who, 0)
        self.same(rule, f"actions that {who} spends", got, costs)

    def give_up(self, who: Id) -> None:
        """What somebody has begun comes to nothing, and what it was about to do."""
        self.sunk.pop(who, None)
        self.paid = 0 if who == self.active else self.paid

    def spoiled(self, e: told.AttackSpoiled) -> None:
        """Something is not done after all; it is paid for."""
        if e.why == "can't do it any more":
            self.vain = e.who == self.active and e.who not in self.lent
            self.take_lent(e.who)
        elif e.why.startswith("can't "):
            self.give_up(e.who)

    # -- what it is spent on

    def declared(self, e: told.AttackDeclared) -> None:
        """An attack or a feat is an action, but for the attack that a killing strike becomes."""
        if e.how == "sneak attack":
            return
        if e.mode != "feat":
            occasion = self.lent[e.who][-1][0] if e.who in self.lent else "attack"
            self.same("B-17", f"how {e.who} comes to attack", e.how, occasion)
        self.deed(e.who, 1, "B-17" if e.mode != "feat" else "B-36")

    def tested(self, e: told.Checked) -> None:
        """Forcing a door is an action, a short task takes three."""
        if e.what.startswith("forcing "):
            self.deed(e.who, 1, "B-20")
            self.forcing = e.who if e.passed else None
        elif e.what.startswith("work at "):
            self.deed(e.who, 3, "B-26")
        elif e.what == "dodge":
            self.dodging.add(e.who)

    def did(self, board: IngenuityBoard, e: told.Did) -> None:
        """Each deed by its words."""
        me = board.now(e.who)
        leaps = e.who in self.dodging and not (e.who == self.active and self.paid)
        if e.what in ENDS_A_TURN:
            self.holds("B-16", f"the turn of {e.who} is over", self.over and e.who == self.active)
        if e.what in ("seeks cover", "drops to the ground", "leaps aside") and leaps:
            self.noted("B-32")  # for nothing, after a dodge (ruling N-43)
        elif e.what == "holds something back":
            assert me.sheet.readied is not None
            self.held[e.who] = me.sheet.readied.paid
            self.deed(e.who, me.sheet.readied.paid, "B-23")
        elif e.what.startswith(("begins to ", "goes on to ")):
            self.sinks(e.who, anew=e.what.startswith("begins to "))
        elif e.what.startswith("no longer tries to "):
            self.sunk.pop(e.who, None)
        elif e.what.startswith("takes in hand"):
            self.brandish(e.who)
        elif e.what.startswith("loads the "):
            named = (
                each for each in (*me.sheet.profile.weapons, *me.sheet.found) if e.what.endswith(each.name.lower())
            )
            self.deed(e.who, max(each.reload for each in named), "B-38")
        elif e.what == "commands":
            self.command(board, e)
        elif e.what.startswith("drops "):
            self.take_lent(e.who)
        else:
            self.moves(e)
            for word, costs, rule in DEEDS:
                if e.what.startswith(word):
                    self.deed(e.who, costs, rule)

    def sinks(self, who: Id, *, anew: bool) -> None:
        """Actions go into something that takes more; nothing comes of it yet."""
        lent = self.take_lent(who)
        got = self.paid if lent is None else lent[1]
        self.paid = 0 if who == self.active else self.paid
        self.sunk[who] = got if anew else self.sunk[who] + got
        self.holds("B-38", f"{who} spends an action at least on what it goes on with", got > 0)

    def moves(self, e: told.Did) -> None:
        """One move a turn, or the step in its place; a sprint only after the move."""
        own = e.who == self.active and e.who not in self.lent
        if e.what.startswith("goes ") and own:
            self.holds("B-22", f"the move of {e.who} is its first, without a step", not self.moved and not self.stepped)
            self.moved = True
        elif e.what.startswith("sprints "):
            self.holds("B-27", f"{e.who} has moved before it sprints", own and self.moved)
        elif e.what.startswith("steps to "):
            self.holds(
                "B-44", f"the step of {e.who} is in place of a move", own and not self.moved and not self.stepped
            )
            self.stepped = True

    def brandish(self, who: Id) -> None:
        """Free once, in one's own first turn (ruling N-10)."""
        own = who == self.active and who not in self.lent
        if not own or who in self.settled_in:
            self.deed(who, 1, "B-18")
        else:
            self.same("B-18", f"actions that {who} spends to brandish for the first time", self.paid, 0)
        if own:
            self.settled_in.add(who)

    def command(self, board: IngenuityBoard, e: told.Did) -> None:
        """An ally within 30 m, once a turn (ruling N-39)."""
        assert e.other is not None
        me, it = board.now(e.who), board.now(e.other)
        self.deed(e.who, 1, "B-19")
        self.holds("B-19", f"{e.other} is an ally and conscious", me.side == it.side and me.id != it.id and up(it))
        self.holds("B-19", f"{e.other} hears {e.who}", metres(board, me, it) <= HEARD)
        self.holds("B-19", f"{e.who} commands {e.other} once this turn", (e.who, e.other) not in self.commanded)
        self.commanded.add((e.who, e.other))
        self.lend(e.other, "command", 1)


# --- how far anybody goes, and past whom ---

BETWEEN = 2
"""Metres from which one can step in (ruling N-42)."""

WAY = re.compile(r"(?:(goes|sprints) (\d+) m|(steps|climbs)) to (\d+),(\d+)")


@dataclass
class Walk:
    """Somebody's way, from what was told as it set out."""

    who: Id
    how: str
    most: int
    """Metres."""
    told: int
    """Metres that the way was said to have; 0 where it was not said."""
    end: Cell
    stand: Cell
    """The last place where it could stop."""
    gone: int = 0
    steps: int = 0
    odd: bool = False
    """The next diagonal is a second one."""


class Walks(Referee):
    """Ways a metre at a time, within what a move allows, past nobody who is in the way."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.ways: list[Walk] = []
        """The latest last: one may be broken into by another."""
        self.swap: tuple[Id, Id] | None = None
        """Who is displaced next, and who takes its place."""
        self.vacated: set[tuple[int, int]] = set()
        """The ground from which somebody was displaced."""

    def see(self, fact: Fact) -> None:
        board = fact.before
        match fact.event:
            case told.Did() as e:
                self.sets_out(board, e)
            case told.Reacted(what="intercepts for") as e:
                assert e.other is not None
                self.swap = e.other, e.who
                self.steps_in(board, e.who, e.other)
            case Moved() as e:
                self.moved(board, e)
            case told.TurnBegan() | RoundBegan():
                self.ways.clear()
                self.apart(board)

    def sets_out(self, board: IngenuityBoard, e: told.Did) -> None:
        """A move or a sprint of so many metres, half of them crawling; a step, a climb, a leap of one."""
        me, found = board.now(e.who), WAY.fullmatch(e.what)
        if e.what == "leaps aside":
            self.ways.append(Walk(e.who, "leaps", 1, 0, me.at, me.at))
        elif found is not None:
            how, free = found[1] or found[3], found[3] is not None
            speed = me.sheet.profile.speed
            most = 1 if free else max(1, speed // 2) if me.sheet.prone else speed
            end = int(found[4]), int(found[5])
            self.ways.append(Walk(e.who, how, most, int(found[2] or 0), end, me.at))
            self.holds("B-43", f"{e.who} is on its feet to {how}", not free or not me.sheet.prone)

    def moved(self, board: IngenuityBoard, e: Moved) -> None:
        """A step of a way, or what somebody else does to one."""
        me = board.now(e.who)
        assert isinstance(e.start, tuple) and isinstance(e.end, tuple)
        self.same("B-22", f"where {e.who} comes from", e.start, me.at)
        far = max(abs(e.end[0] - e.start[0]), abs(e.end[1] - e.start[1]))
        way = next((each for each in reversed(self.ways) if each.who == e.who), None)
        if self.swap is not None and e.who in self.swap:
            self.makes_room(board, me, e.end, self.swap)
        elif e.how == "push":
            self.same("B-22", f"{e.who} is pushed a metre at a time", far, 1)
        elif way is None:
            self.holds("B-22", f"{e.who} has set out", way is not None)
        elif e.end == way.stand and self.crowd(board, me, me.at, passable=True):
            way.gone = way.most  # whoever can't stop on others is back where it last could
        else:
            self.holds("B-72", f"{e.who} goes on its own feet", up(me))
            self.goes(board, me, way, e.end)

    def makes_room(self, board: IngenuityBoard, me: Body, end: Cell, swap: tuple[Id, Id]) -> None:
        """The target is displaced by a metre, or to where the other comes from, who takes its place (ruling N-42)."""
        target, by = swap
        if me.id == target:
            self.vacated = ground(me)
            far = max(abs(end[0] - me.at[0]), abs(end[1] - me.at[1]))
            self.holds("B-34", f"{target} makes room by {far} m", far == 1 or end == board.now(by).at)
        else:
            self.holds("B-34", f"{by} takes the place of {target}", bool(covers(end, cells(me)) & self.vacated))
            self.swap = None

    def goes(self, board: IngenuityBoard, me: Body, way: Walk, end: Cell) -> None:
        """One step: as long as the ground makes it, every second diagonal twice; no walls, and nobody in the way."""
        (x, y), (ax, ay) = me.at, end
        self.same("B-45", f"{me.id} goes a cell at a time", max(abs(ax - x), abs(ay - y)), 1)
        under = board.setup.field
        price = max([1, *(under.at(cell).cost for cell in covers(end, cells(me)))])
        across = x != ax and y != ay
        way.gone += price * (2 if across and way.odd else 1)
        way.odd = way.odd != across
        way.steps += 1
        if way.how == "climbs":
            rise = abs(board.space.floor(end, cells(me)) - board.space.floor(me.at, cells(me)))
            self.holds("B-22", f"{me.id} climbs two metres at most", rise <= 2 * UNIT)
        else:
            self.holds("B-22", f"nothing stops {me.id} at {end}", board.space.step_ok(me.at, end, cells(me)))
        fine = way.gone <= way.most or way.steps == 1
        self.holds("B-22", f"{me.id} {way.how} {way.gone} of {way.most} m", fine)
        if way.told and end == way.end:
            self.same("B-45", f"metres that {me.id} {way.how}", way.told, way.gone)
        self.same("B-22", f"who is in the way of {me.id} at {end}", self.crowd(board, me, end, passable=False), [])
        if not self.crowd(board, me, end, passable=True):
            way.stand = end

    def crowd(self, board: IngenuityBoard, me: Body, at: Cell, *, passable: bool) -> list[Id]:
        """Who else is where a body would be; ``passable``: those too whom one may pass (ruling N-13)."""
        mine = covers(at, cells(me))
        others = [c for c in everybody(board) if c.id != me.id and not c.sheet.dead and mine & ground(c)]
        return [c.id for c in others if passable or not may_pass(me, c)]

    def steps_in(self, board: IngenuityBoard, who: Id, target: Id) -> None:
        """Somebody near, on its feet, steps in for an ally (ruling N-42)."""
        me, it = board.now(who), board.now(target)
        self.holds("B-34", f"{who} is an ally of {target} within 2 m", me.side == it.side and who != target)
        self.holds("B-34", f"{who} is within 2 m of {target}", metres(board, me, it) <= BETWEEN)
        self.holds("B-34", f"{who} is on its feet", not me.sheet.prone)

    def apart(self, board: IngenuityBoard) -> None:
        """Nobody stops on top of anybody, but of the dead (ruling N-13)."""
        for c in everybody(board):
            if not c.sheet.dead:
                self.same("B-22", f"who shares the ground of {c.id}", self.crowd(board, c, c.at, passable=True), [])


def may_pass(me: Body, c: Body) -> bool:
    """Friends, the unconscious, and those two sizes apart."""
    return c.side == me.side or not up(c) or abs(c.sheet.profile.size - me.sheet.profile.size) >= 2
