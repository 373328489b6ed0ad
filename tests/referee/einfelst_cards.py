"""Cards of einfelst judged again: dealing them, whose turn they make it, how they change hands."""

from __future__ import annotations

from collections import Counter

from game.rules.events import Changed, Drawn, Id, RoundBegan, TurnChanged
from rulesets.einfelst.play import events as told
from rulesets.einfelst.sheet.sheet import Body, Due, EinfelstBoard
from tests.referee.einfelst_states import StateReferee
from tests.referee.judging import Fact, Fought


class CardReferee(StateReferee):
    """Judges the order of a battle."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.drawn: list[int] = []
        """Cards drawn of which nobody was told yet who has them."""
        self.dealt: Counter[int] = Counter()
        self.packs = 0
        """Cards of all packs that came into play."""
        self.cards: dict[Id, tuple[int, ...]] = {}
        """Cards of those whose cards have changed, before an exchange that is still to be told."""
        self.exchanges: list[Due] = []
        """Exchanges that the last round has won and this one begins with."""
        self.acted = False
        """Whether anybody has acted in this round."""

    def see(self, fact: Fact) -> None:
        super().see(fact)
        match fact.event:
            case Drawn() as e:
                self.draw(e)
            case told.Dealt() as e:
                self.dealt_out(fact, e)
            case Changed() as e if "cards" in e.changes:
                self.cards.setdefault(e.who, fact.before.now(e.who).sheet.cards)
            case told.Swapped() as e:
                self.swapped(fact, e)
            case told.Did(rule="C-10" | "C-63") as e:
                self.won(fact, e)
            case RoundBegan() as e:
                self.round_began(fact, e)
            case TurnChanged() as e if e.changes.get("active"):
                self.card_played(fact, e.changes["active"])
            case TurnChanged(changes={"phase": "swap" | "turn"}):
                self.same("C-10", "exchanges that were won and not made", self.exchanges, [])
            case told.TurnBegan() as e:
                self.acted = True
                self.same("C-06", "whose turn it is", e.who, fact.before.state.turn.active)
                me = fact.before.now(e.who).sheet
                self.holds("C-19", f"{e.who} has a maneuver left", me.up and me.slow + me.fast > 0)

    # -- dealing

    def draw(self, e: Drawn) -> None:
        """One of the cards that are left; ten more are shuffled in where there are too few (C-03, W-22)."""
        held = self.packs - sum(self.dealt.values())
        self.packs += max(0, e.left - held)
        self.same("C-03", "cards that are left", (e.left, (self.packs % 10)), (max(held, e.left), 0))
        card = int(e.card)
        self.dealt[card] += 1
        self.holds("C-03", f"card {card} was left", 1 <= card <= 10 and self.dealt[card] <= self.packs // 10)
        self.drawn.append(card)

    def dealt_out(self, fact: Fact, e: told.Dealt) -> None:
        """As many as its kind has, one more where it draws an extra one, of which it keeps the lowest (W-23)."""
        me = fact.before.now(e.who[0])
        drawn, self.drawn = sorted(self.drawn), []
        many = me.sheet.profile.cards
        self.same("C-03", f"cards drawn by {e.who[0]}", len(drawn), many + bool(e.extra))
        kept = tuple(drawn[:many])
        self.same("C-04", f"card of {e.who[0]}", e.card, drawn[0] if drawn else 0)
        self.same("C-78", f"card cast off by {e.who[0]}", e.cast_off, drawn[-1] if e.extra and drawn else 0)
        for who in e.who:
            self.same("C-03", f"cards of {who}", fact.before.now(who).sheet.cards, kept)
            self.cards.pop(who, None)
        self.same("C-05", f"who shares the card of {me.id}", e.who, alike(fact.before, me))
        if e.extra == "C-80":
            seen = any(side != me.side and not unseen for side, unseen in self.ambushes.items())
            self.holds("C-80", f"{me.id} has noticed the ambush", seen and not me.sheet.hidden)
        elif e.extra:
            self.same("C-78", f"by which rule {me.id} draws one more", e.extra, "C-78")
            self.holds("C-78", f"{me.id} has sneaked up", self.ambushes.get(me.side, False) and me.sheet.hidden)

    # -- rounds

    def round_began(self, fact: Fact, e: RoundBegan) -> None:
        """One after the other, when everybody who fights has played all cards (C-02)."""
        state = fact.before.state
        self.same("C-02", "number of the round", e.number, state.turn.round)
        self.exchanges, self.acted = list(state.turn.due), False
        if e.number > 1:
            for c in state.combatants.values():
                if c.sheet.up:
                    self.same("C-02", f"turns of {c.id} in the round", c.sheet.played, len(c.sheet.cards))
        everybody = {*state.combatants, *state.gone}
        self.exchanges = [due for due in self.exchanges if {due.one, due.other} <= everybody]

    def card_played(self, fact: Fact, who: Id) -> None:
        """The lowest card that was not played, of equal ones the party's first (C-06, ruling W-1)."""
        board = fact.before
        party = [side.name for side in board.setup.sides if side.party] or [board.setup.sides[0].name]
        waiting = [
            (card, c.side not in party, place, c.id)
            for place, c in enumerate(board.state.combatants.values())
            if c.sheet.up
            for card in sorted(c.sheet.cards)[c.sheet.played :]
        ]
        self.same("C-06", "whose card is the lowest", who, min(waiting)[-1] if waiting else "")

    # -- exchanges

    def won(self, fact: Fact, e: told.Did) -> None:
        """An extra success takes a card, a defence with more successes than it needed as well (C-10, C-63)."""
        turn, m = fact.before.state.turn, self.matched
        self.holds("C-10", "a card was won", bool(turn.due))
        if not turn.due or m is None:
            return
        due = turn.due[-1]
        self.same("C-10", "who takes a card from whom", (due.one, due.other, due.rule), (e.who, e.other, e.rule))
        self.same("C-10", "the card that is told of", e.what, f"will have card {due.theirs} of")
        spare = m.won - m.taken - m.asked.total
        if e.rule == "C-63":
            self.same("C-63", "who has defended against whom", (m.target, m.who), (e.who, e.other))
            self.holds("C-63", f"{e.who} has more than it took", m.rule == "C-62" and m.taken > m.won)
        else:
            self.same("C-10", "who has hit whom", (m.who, m.target), (e.who, e.other))
            self.holds("C-10", f"{e.who} has a success to spare", m.rule in ("C-52", "C-62", "C-64") and spare > 0)

    def swapped(self, fact: Fact, e: told.Swapped) -> None:
        """Two cards change hands, with all who share them; nobody else's do (C-08, C-10, W-35)."""
        board = fact.before
        was = {who: self.cards.get(who, board.now(who).sheet.cards) for who in (e.who, e.other)}
        for who, gives, gets in ((e.who, e.theirs, e.card), (e.other, e.card, e.theirs)):
            after = list(was[who])
            self.holds(e.rule, f"{who} had card {gives}", gives in after)
            if gives in after:
                after[after.index(gives)] = gets
            self.same(e.rule, f"cards of {who}", board.now(who).sheet.cards, tuple(sorted(after)))
        sharing = [who for who, cards in self.cards.items() if cards in was.values()]
        self.same(e.rule, "whose cards change", sorted(self.cards), sorted(sharing))
        self.cards.clear()
        if e.rule == "C-08":
            self.friends(board, e)
            return
        due = self.exchanges.pop(0) if self.exchanges else Due(e.who, 0, e.other, 0)
        self.same(e.rule, "the exchange that was won", (e.card, e.theirs, e.rule), (due.theirs, due.card, due.rule))

    def friends(self, board: EinfelstBoard, e: told.Swapped) -> None:
        """Player characters of one side who can talk, before anybody acts (C-08, C-09, ruling W-40)."""
        a, b = board.now(e.who), board.now(e.other)
        self.holds("C-08", "nobody has acted", not self.acted and board.state.turn.phase == "swap")
        self.same("C-08", "sides of those who swap cards", a.side, b.side)
        for c in (a, b):
            fit = c.sheet.up and c.sheet.profile.kind == "hero" and not c.sheet.muffled
            self.holds("C-09", f"{c.id} is a player character who can speak", fit)
        far = board.space.zones.span(a.at, b.at)
        self.holds("C-09", f"{a.id} and {b.id} can hear each other", far is not None and far <= 3)


def alike(board: EinfelstBoard, me: Body) -> tuple[Id, ...]:
    """All who share a card: of the party's opponents those of one kind without a name of their own (C-05, W-22)."""
    profile = me.sheet.profile
    party = [side.name for side in board.setup.sides if side.party] or [board.setup.sides[0].name]
    if profile.kind == "hero" or profile.named or me.side in party:
        return (me.id,)
    return tuple(
        c.id
        for c in board.state.combatants.values()
        if (c.side, c.sheet.profile.key, c.sheet.hidden) == (me.side, profile.key, me.sheet.hidden)
        and not c.sheet.profile.named
    )
