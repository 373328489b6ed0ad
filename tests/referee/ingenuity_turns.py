"""Ingenuity judged again: order of teams, rounds and turns, and what everybody has left of body, breath and answers."""

from __future__ import annotations

from collections import Counter

from game.rules.events import Drawn, Ended, Id, Left, RoundBegan
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard
from tests.referee.ingenuity_sheets import answers, derived, has, surprised, up
from tests.referee.judging import Fact, Fought, Referee

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
