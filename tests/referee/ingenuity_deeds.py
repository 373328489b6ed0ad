"""Ingenuity judged again: what a turn's three actions are spent on."""

from __future__ import annotations

from collections import Counter

from game.rules.events import EdgeChanged, Id, Left, TurnChanged
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import IngenuityBoard
from tests.referee.ingenuity_sheets import count, metres, up
from tests.referee.ingenuity_turns import HELD
from tests.referee.judging import Fact, Fought, Referee

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
