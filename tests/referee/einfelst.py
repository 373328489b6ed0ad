"""Einfelst judged again: cards, what lasts, what maneuvers and reactions cost, ways, fear, how a battle ends."""

from __future__ import annotations

from collections import Counter

from game.kit.combatants import NOBODY
from game.rules.events import Changed, Drawn, EdgeChanged, Ended, Event, Id, Left, Moved, RoundBegan, TurnChanged
from game.spatial.places import InZone
from rulesets.einfelst.play import events as told
from rulesets.einfelst.sheet.roster import Weapon
from rulesets.einfelst.sheet.sheet import Body, Due, EinfelstBoard, Sheet
from tests.referee.einfelst_pools import INJURIES, HarmReferee
from tests.referee.einfelst_sheets import (
    ablaze,
    before_its_eyes,
    fearful,
    feet_down,
    gory,
    heights,
    open_to,
    pits,
    reaches,
    sees,
    ways,
    wet,
)
from tests.referee.judging import Fact, Fought

# --- what lasts: holds and how they end, fire, poison, lying down, being pinned, injuries ---

PLACES = ("C-46", "C-48", "C-49", "C-53")
"""Rules by which somebody comes to another part of its zone, or is pushed there."""


class StateReferee(HarmReferee):
    """Judges what begins to last and what is over."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.released: dict[Id, Id] = {}
        """Who is no longer held, and by whom it was, until that is told."""
        self.quenched: dict[Id, Sheet] = {}
        """Sheets of those who burnt until just now."""
        self.placed: Id = NOBODY
        """Who has just come to another part of its zone."""
        self.doused: int | None = None
        """Successes of the last throw to put a fire out, until it is told what they came to."""
        self.cured = False
        self.wins: tuple[told.Matched, bool] | None = None
        """A contest of which the next event must tell what it came to, and whether it was won."""
        self.drops: dict[Id, set[int]] = {}
        """Feet that somebody who has just been pushed, or has failed to cross something, may have to fall."""

    def see(self, fact: Fact) -> None:
        struggle = self.struggle
        super().see(fact)
        if self.wins is not None and not isinstance(fact.event, Changed):
            self.comes_of(fact.event, *self.wins)
            self.wins = None
        match fact.event:
            case told.Matched(rule="C-26" | "C-28" | "C-29") as e:
                self.wins = e, e.won - e.taken >= e.asked.total
            case Moved() as e:
                assert isinstance(e.start, InZone) and isinstance(e.end, InZone)
                self.drops[e.who] = {feet_down(fact.before, e.start, e.end), *pits(fact.before, e.end)}
            case told.Tested(what="climb" | "leap") as e:
                self.drops[e.who] = heights(fact.before, fact.before.now(e.who).at)
            case told.Pooled(what="hardness of the fall") as e:
                feet = self.drops.get(e.who, set())
                self.holds("C-101", f"dice of the fall of {e.who}", e.tally.total in {each // 5 for each in feet})
            case Changed() as e:
                self.over(fact, e)
            case told.Afflicted() as e:
                self.afflicted(fact, e)
            case told.Eased() as e:
                self.eased(fact, e, loose=struggle == (e.who, True))
            case told.Pooled(what="putting the fire out") as e:
                self.doused = e.won
            case told.Did() as e:
                self.placed = e.who if e.rule in PLACES else NOBODY
                self.cured = e.rule == "C-100"
                if e.rule == "C-67":
                    self.same("C-67", "who lets go of whom", self.released.pop(e.other or NOBODY, None), e.who)
                elif e.rule == "C-96":
                    self.holds("C-96", "successes against a fire that are kept", not self.doused)
                    self.doused = None
            case told.TurnBegan():
                self.same("C-67", "who is free and not told of", self.released, {})
                self.same("C-96", "successes against a fire", self.doused, None)

    def over(self, fact: Fact, e: Changed) -> None:
        """What was on a sheet and is no longer, until it is told why; of who falls it is not told."""
        before = fact.before.now(e.who).sheet
        if "out" in e.changes:
            return
        if e.changes.get("bonus"):
            self.same("C-89", f"dice that {e.who} gains for its next throw", e.changes["bonus"], self.heartened(before))
        if e.changes.get("edge"):
            m = self.matched
            spare = m.won - m.taken - 1 if m is not None and m.rule == "C-77" else 0
            self.same("C-79", f"dice of the ambush of {e.who}", e.changes["edge"], spare)
        if "held" in e.changes and before.held:
            self.released[e.who] = before.holder
        if "fire" in e.changes and not e.changes["fire"]:
            self.quenched[e.who] = before
        if e.changes.get("doused"):
            self.same(
                "C-96", f"successes against the fire of {e.who}", e.changes["doused"] - before.doused, self.doused
            )
            self.holds("C-96", f"the fire of {e.who} burns on", before.fire > e.changes["doused"])
            self.doused = None

    def heartened(self, before: Sheet) -> int:
        """Dice of a spell, one for each success; or one for who has overcome its fear in a controlled position."""
        m, spell = self.matched, self.spell
        if self.steady:
            return 1
        if m is None or spell is None or spell.effect != "hearten":
            return 0
        return max(before.bonus, m.won - m.taken)

    def comes_of(self, event: Event, m: told.Matched, won: bool) -> None:
        """Who is pushed goes or lies, who is swayed gives up, who is lured is told where to (C-26, C-28, C-29)."""
        match m.rule, event:
            case "C-26", told.Afflicted(what="prone") | Moved(how="push"):
                who = event.who
            case "C-28", told.Fell(how="yielded"):
                who = event.who
            case "C-29", told.Afflicted() if event.what.startswith("lured to "):
                who = event.who
            case _:
                who = NOBODY
        self.same(m.rule, f"what comes of it for {m.target}", who, m.target if won else NOBODY)

    def eased(self, fact: Fact, e: told.Eased, *, loose: bool) -> None:
        """Something is over, for a reason that the book has."""
        match e.what:
            case "free":
                self.freed(fact, e, loose)
            case "no longer burns":
                was = self.quenched.pop(e.who, None)
                self.holds("C-96", f"{e.who} burnt", was is not None)
                if was is not None and not wet(fact.before, fact.before.now(e.who).at):
                    self.holds(
                        "C-96", f"successes against the fire of {e.who}", was.fire <= was.doused + (self.doused or 0)
                    )
                    self.doused = None
            case "no longer poisoned":
                self.holds("C-100", f"{e.who} had an antidote", self.cured)
                self.same("C-100", f"poison of {e.who}", fact.before.now(e.who).sheet.poison, ())
            case _:
                self.holds("C-67", f"{e.what} is something that is over", False)

    def freed(self, fact: Fact, e: told.Eased, loose: bool) -> None:
        """By breaking free; or the holder falls, is held itself, or one of the two changes place (C-67, W-43)."""
        holder = self.released.pop(e.who, None)
        self.holds("C-67", f"{e.who} was held", holder is not None)
        if loose or holder is None:
            return
        c, by = fact.before.now(e.who), fact.before.state.combatants.get(holder)
        lost = by is None or not by.sheet.up or by.sheet.held or by.at != c.at
        moved = self.placed != NOBODY and self.placed in (e.who, holder)
        self.holds("C-67", f"{e.who} is let go of", holder != NOBODY and (lost or moved))

    def afflicted(self, fact: Fact, e: told.Afflicted) -> None:
        """Something lasts from now on: it must be so, and come of something."""
        sheet, m = fact.before.now(e.who).sheet, self.matched
        won = m.won - m.taken - m.asked.total if m is not None else -1
        match e.what:
            case "held":
                self.holds("C-65", f"{e.who} is held", sheet.held and "bodiless" not in sheet.profile.traits)
                snared = self.hit is not None and "snares" in self.hit.weapon.traits
                bare = self.hit is None and m is not None and m.target == e.who and won >= 0
                self.holds("C-65", f"{e.who} was caught", snared or bare)
                if m is not None and m.rule == "C-64":
                    self.same("C-65", f"who holds {e.who}", (sheet.holder, e.other), (m.who, m.who))
            case "on fire":
                self.holds("C-92", f"{e.who} catches fire", 0 < sheet.fire <= 3)
                fast = "fireproof" in sheet.profile.traits or wet(fact.before, fact.before.now(e.who).at)
                self.holds("C-92", f"{e.who} can burn", not fast)
                self.holds("C-92", f"heat of the fire of {e.who}", sheet.fire in self.heats(fact, e))
            case "poisoned":
                self.holds("C-98", f"{e.who} is poisoned", self.dose > 0)
                later = sheet.poison[-1] if sheet.poison and self.dose > 1 else 0
                self.same("C-99", f"poison of {e.who} in the next round", later, self.dose - 1)
            case "pinned":
                self.holds("C-53", "a shot pins down", self.hit is not None and self.hit.blow.mode != "melee")
                self.buy("pin")
            case "prone":
                self.holds("C-26", f"{e.who} was pushed", m is not None and m.target == e.who and won >= 0)
                self.holds("C-26", f"{e.who} lies", sheet.prone)
            case "muffled":
                self.holds("C-66", f"a success to spare on {e.who}", m is not None and m.rule == "C-64" and won > 0)
            case "falls prone":
                self.holds("C-101", f"{e.who} falls ten feet", sheet.prone and max(self.drops.get(e.who, {0})) >= 10)
            case injury if injury in INJURIES:
                self.same("C-83", f"the injury of {e.who}", injury, INJURIES[self.injury - 1])
            case more:
                lasts = more.startswith("lured to ") or (e.rule == "C-54" and more == "left with one maneuver a turn")
                self.holds("C-65", f"{more} is something that lasts", lasts)

    def heats(self, fact: Fact, e: told.Afflicted) -> set[int]:
        """Intensities of what may have set somebody on fire: a weapon, a spell, the ground (rulings W-18, W-41)."""
        burning = ablaze(fact.before, fact.before.now(e.who).at)
        found = {2} if burning >= 0.5 else {1} if burning and e.other is not None else set()
        if self.hit is not None and e.other == self.hit.blow.who:
            return {self.hit.weapon.fire}
        if self.spell is not None and e.other is not None:
            found.add(self.spell.fire)
        return found


# --- cards: dealing them, whose turn they make it, how they change hands ---


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


# --- the referee: what maneuvers and reactions cost, ways, fear, the end ---

SLOW_DEEDS = ("C-64", "C-26", "C-28", "C-29", "C-72", "C-24")
FAST_DEEDS = ("C-33", "C-34", "C-46", "C-48", "C-49", "C-100")
"""Rules of what is told as done, by the maneuver that it takes (C-23 to C-46)."""

SLOW_TESTS = ("survey of the field", "treating wounds", "climb", "leap", "swim", "clear the rubble towards")

REACTIONS = {
    "parries": "C-36",
    "dodges": "C-35",
    "resists": "C-40",
    "holds": "C-68",
    "chases": "C-75",
    "struggles": "C-37",
    "struggles against": "C-64",
}

LONGEST = 60
"""Rounds after which a battle is nobody's (ruling W-49)."""


class EinfelstReferee(CardReferee):
    """Judges a battle by the chapter on combat and its rulings."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.paid = ""
        """The maneuver that the active one has paid for and not made yet: slow or fast."""
        self.payments = self.slow_ones = 0
        """Maneuvers of this card, and how many of them were slow."""
        self.pledges: dict[Id, str] = {}
        """Maneuvers that others have paid for and not made yet."""
        self.tries: Counter[Id] = Counter()
        """How often somebody has tried to break free since its card came up last."""
        self.severe_slows = fought.setup.options.get("severe") == "slows"
        self.slowing: Id = NOBODY
        self.crossed: Id = NOBODY
        self.slipped: Id = NOBODY
        """Who has just passed the test of what barred its way, and who has failed it."""
        self.forced = False
        self.away: Id = NOBODY
        """Whose flight has just succeeded."""
        self.struggles: Id = NOBODY
        """Who has paid for breaking free out of turn."""

    def see(self, fact: Fact) -> None:
        super().see(fact)
        match fact.event:
            case Changed() as e:
                self.pays(fact, e)
            case TurnChanged() as e if "active" in e.changes:
                self.turns(fact, e.changes["active"])
            case TurnChanged(changes={"phase": "turn"}):
                self.fresh(fact.before)
            case told.TurnBegan() as e:
                self.between(fact.before)
            case RoundBegan():
                self.same("C-02", "maneuvers paid for and not made", self.pledges, {})
            case told.Marked() as e:
                sheet = fact.before.now(e.who).sheet
                newly = e.slots[2] and sheet.physical[2] + sheet.mental[2] == e.slots[2] and self.severe_slows
                self.slowing = e.who if newly and sheet.slow + sheet.fast else NOBODY
            case told.AttackDeclared() as e:
                self.slow(fact, e.who, "C-23")
                self.declared(fact, e)
            case told.Cast() as e:
                self.slow(fact, e.who, "C-32")
                self.cast(fact, e)
            case told.Did() as e:
                self.did(fact, e)
            case told.Tested() as e:
                self.test_made(fact, e)
            case told.Pooled(what="putting the fire out") as e:
                self.slow(fact, e.who, "C-96", "extinguish")
            case told.Pooled(what="break free") as e if not any(r.rule == "C-64" for r in self.pledged):
                self.breaks(fact, e.who)
            case told.Reacted() as e:
                self.reacted(fact, e)
            case told.Matched(rule="C-75") as e:
                self.away = e.who if e.won > e.taken else NOBODY
            case Moved() as e:
                self.moved(fact, e)
            case EdgeChanged() as e if e.who is not None:
                if not self.forced:
                    self.fast(fact, e.who, "C-43")
                self.forced = False
            case Left() as e:
                self.left(fact, e)
            case told.Fell() as e:
                self.pledges.pop(e.who, None)
                if e.who == fact.before.state.turn.active:
                    self.paid = ""  # it was to leave its zone, pinned down
            case Ended() as e:
                self.ended(fact, e)

    # -- what it costs

    def pays(self, fact: Fact, e: Changed) -> None:
        """A maneuver less: at one's card two at most, one of them slow; out of turn for a reaction (C-19 to C-21)."""
        before, turn = fact.before.now(e.who).sheet, fact.before.state.turn
        spent = [pace for pace in ("slow", "fast") if e.changes.get(pace, 99) < getattr(before, pace)]
        if not spent or not before.up:
            return
        if e.who == self.slowing:
            self.slowing = NOBODY
            after = fact.after.now(e.who).sheet
            most = max(0, before.slow + before.fast - len(before.cards))
            self.same("C-54", f"maneuvers that severe Harm leaves {e.who}", after.slow + after.fast, most)
            return
        (pace,) = spent
        self.same("C-19", f"maneuvers that {e.who} pays", getattr(before, pace) - e.changes[pace], 1)
        if e.who != turn.active:
            self.same("C-21", f"what {e.who} has paid for", self.pledges.get(e.who), None)
            if pace == "slow":
                self.same("C-20", f"fast maneuvers of {e.who}", before.fast, 0)
            self.pledges[e.who] = pace
            return
        self.same("C-19", f"what {e.who} has paid for", self.paid, "")
        self.paid = pace
        self.payments += 1
        self.holds("C-19", f"{e.who} has two maneuvers", self.payments <= 2)

    def slow(self, fact: Fact, who: Id, rule: str, doing: str = "act") -> None:
        """A slow maneuver is made: on one's turn, paid for, once at a card."""
        self.acts(fact, who, rule, doing)
        self.slow_ones += 1
        self.same(rule, f"what {who} has paid", self.paid, "slow")
        self.holds("C-19", f"{who} has one slow maneuver", self.slow_ones <= 1)
        self.paid = ""

    def fast(self, fact: Fact, who: Id, rule: str, doing: str = "act") -> None:
        """A fast maneuver is made: on one's turn, paid for with a fast or a slow one (C-20)."""
        self.acts(fact, who, rule, doing)
        self.holds(rule, f"{who} has paid", self.paid in ("slow", "fast"))
        self.paid = ""

    def acts(self, fact: Fact, who: Id, rule: str, doing: str) -> None:
        """Whose turn it is, in the fight, and neither held nor on fire for most things (C-65, C-95)."""
        me = fact.before.now(who).sheet
        self.same(rule, "whose turn it is", fact.before.state.turn.active, who)
        self.holds(rule, f"{who} is in the fight", me.up)
        self.may(me, who, doing)

    def may(self, me: Sheet, who: Id, doing: str) -> None:
        """What the held and the burning may do (C-65, C-71, C-95, rulings W-7 and W-44); the prone do not go."""
        self.holds("C-65", f"{who} is free to {doing}", not me.held or doing in ("break free", "parries"))
        self.holds("C-95", f"{who} on fire may {doing}", not me.fire or doing in ("extinguish", "flee"))
        self.holds("C-34", f"{who} stands", not me.prone or doing not in ("go", "flee", "chases"))

    def turns(self, fact: Fact, who: Id) -> None:
        """A card comes up, or is over."""
        self.same("C-19", "what was paid for and not made", self.paid, "")
        self.payments = self.slow_ones = 0
        self.tries[who] = 0

    def fresh(self, board: EinfelstBoard) -> None:
        """A slow maneuver and a fast one for each card; only one with severe Harm, by a setting (C-19, ruling W-38)."""
        for c in board.state.combatants.values():
            if c.sheet.up:
                cards, severe = len(c.sheet.cards), c.sheet.physical[2] or c.sheet.mental[2]
                found = (cards, 0 if severe and self.severe_slows else cards)
                self.same("C-19", f"maneuvers of {c.id}", (c.sheet.slow, c.sheet.fast), found)
                self.same("C-02", f"cards that {c.id} has played", c.sheet.played, 0)

    # -- what is done

    def did(self, fact: Fact, e: told.Did) -> None:
        """A deed that has no event of its own."""
        if e.rule in SLOW_DEEDS:
            self.slow(fact, e.who, e.rule, "flee" if e.rule == "C-72" else "act")
            it = fact.before.now(e.other) if e.other is not None else None
            if it is not None and e.rule in ("C-64", "C-26"):
                self.holds(e.rule, f"{e.who} reaches {it.id}", reaches(fact.before.now(e.who), it) and it.sheet.up)
            if it is not None and e.rule == "C-64":
                self.holds("C-64", f"nobody holds {it.id}", not it.sheet.held)
        elif e.rule in FAST_DEEDS and not (self.hit is not None and self.hit.blow.target == e.who):
            self.fast(fact, e.who, e.rule, "go" if e.rule in ("C-46", "C-48", "C-49") else "act")
        elif e.rule == "C-43" and e.what.startswith("works at "):
            self.slow(fact, e.who, "C-43")
        elif e.rule == "C-43" and e.what.startswith("picks up "):
            self.fast(fact, e.who, "C-43")

    def test_made(self, fact: Fact, e: told.Tested) -> None:
        """Tests that are maneuvers."""
        if e.what in SLOW_TESTS or e.what.startswith("forcing "):
            going = e.what in ("climb", "leap", "swim")
            self.slow(fact, e.who, e.rule, "go" if going else "act")
            self.crossed = e.who if going and e.won else NOBODY
            self.slipped = e.who if going and not e.won else NOBODY
            self.forced = e.what.startswith("forcing ") and e.won > 0
        elif e.what == "break free":
            self.breaks(fact, e.who)
        elif e.what == "flight":
            self.away = e.who if e.won > 0 else NOBODY

    def breaks(self, fact: Fact, who: Id) -> None:
        """Once at a card the held may try to get free, on its turn or out of it (C-68, ruling W-52)."""
        self.tries[who] += 1
        self.same("C-68", f"tries of {who} to break free", self.tries[who], 1)
        self.holds("C-68", f"{who} is held", fact.before.now(who).sheet.held)
        if who != self.struggles:
            self.fast(fact, who, "C-68", "break free")
        self.struggles = NOBODY

    def declared(self, fact: Fact, e: told.AttackDeclared) -> None:
        """With what is at hand and ready, on a foe in reach (C-13, C-49, C-56, C-57)."""
        board, me, it = fact.before, fact.before.now(e.who), fact.before.now(e.target)
        self.holds("C-13", f"{it.id} is a foe that fights", it.side != me.side and it.sheet.up and not it.sheet.hidden)
        weapon = me.sheet.weapon(e.weapon)
        held = [key for key in (me.sheet.hand, me.sheet.off) if key.partition("#")[0] == e.weapon]
        self.holds("C-33", f"{weapon.key} is at hand", bool(held) or weapon.hands == 0)
        self.holds("C-33", f"hands of {me.id} for {weapon.key}", weapon.hands < 2 or not me.sheet.off)
        self.holds("C-24", f"{weapon.key} is loaded", not held or held[0] not in me.sheet.unloaded)
        if e.mode == "melee":
            self.holds("C-51", f"{weapon.key} is for close combat", weapon.action in ("strike", "force"))
            self.holds("C-49", f"{me.id} reaches {it.id}", reaches(me, it))
            return
        self.same("C-55", f"{weapon.key} is thrown", e.mode == "thrown", is_thrown(weapon))
        far = board.space.zones.span(me.at, it.at)
        self.holds("C-56", f"range to {it.id}", far is not None and weapon.nearest <= far <= weapon.range)
        self.holds("C-14", f"{me.id} sees {it.id}", sees(board, me.at, it.at))

    def cast(self, fact: Fact, e: told.Cast) -> None:
        """In reach and in sight (C-32)."""
        me, spell = fact.before.now(e.who), self.spell
        if spell is not None and e.other is not None:
            it = fact.before.now(e.other)
            far = fact.before.space.zones.span(me.at, it.at)
            self.holds("C-32", f"range to {it.id}", far is not None and far <= spell.range)
            self.holds("C-32", f"{me.id} sees {it.id}", sees(fact.before, me.at, it.at))
            self.same("C-32", f"{it.id} is a friend", it.side == me.side, spell.target == "ally")

    # -- reactions

    def reacted(self, fact: Fact, e: told.Reacted) -> None:
        """Paid for, before any die falls, by whom it is open to (C-21, C-22, C-59 to C-75)."""
        self.same("C-21", f"rule by which {e.who} {e.what}", e.rule, REACTIONS.get(e.what))
        self.holds("C-60", f"{e.who} has paid", self.pledges.pop(e.who, "") != "")
        self.same("C-22", "dice that have fallen", len(self.contest), 0)
        me = fact.before.now(e.who)
        self.holds("C-21", f"{e.who} is in the fight", me.sheet.up)
        self.holds("C-29", f"{e.who} is not lured away", me.sheet.lured is None)
        self.may(me.sheet, e.who, "break free" if e.what == "struggles" else e.what)
        if e.what == "struggles":
            self.struggles = e.who
        if e.what == "chases":
            self.same("C-75", f"where {e.who} and {e.other} are", me.at, fact.before.now(e.other or e.who).at)
            return
        others = [r for r in self.pledged if r is not e and r.rule != "C-37"]
        self.same("C-59", "other reactions", others, [])
        if e.what in ("parries", "dodges") and self.blow is not None:
            self.same("C-59", "who defends against whom", (e.who, e.other), (self.blow.target, self.blow.who))
            self.same("C-59", f"how {e.who} defends", e.what == "parries", self.blow.mode == "melee")
        if e.what == "holds":
            self.same("C-68", f"who holds {e.other}", fact.before.now(e.other or e.who).sheet.holder, e.who)

    # -- ways

    def moved(self, fact: Fact, e: Moved) -> None:
        """From zone to zone, by a way that is open, or that was opened by a test; pushed, one goes down ledges too."""
        board, me, turn = fact.before, fact.before.now(e.who), fact.before.state.turn
        self.same("C-50", f"where {e.who} comes from", me.at, e.start)
        around = list(ways(board, me, e.start)) if isinstance(e.start, InZone) else []
        self.holds("C-50", f"{e.end} is next to {e.start}", any(there == e.end for there, _ in around))
        self.same("C-48", f"{e.who} is in the open and beside nobody", (me.sheet.spot, me.sheet.beside), ("open", ()))
        if e.how in ("push", "drag", "throw", "fall"):
            self.holds("C-26", f"{e.who} is pushed over open ground or falls", e.how != "fall" or self.slipped == e.who)
            self.slipped = NOBODY
            return
        self.holds("C-54", f"{e.who} is in the fight", me.sheet.up)
        if e.how == "walk" and self.crossed == e.who:
            self.crossed = NOBODY
            return
        self.holds("C-15", f"nothing bars the way of {e.who}", open_to(board, me, e.end))
        if e.how == "walk" and e.who == turn.active and e.who not in self.pledges:
            self.fast(fact, e.who, "C-45", "go")
        elif e.how == "walk":
            self.holds("C-29", f"{e.who} was lured", self.pledges.pop(e.who, "") == "fast")
            self.may(me.sheet, e.who, "go")
        else:
            self.may(me.sheet, e.who, "flee")
            foes = [c.id for c in board.state.combatants.values() if c.at == e.end and c.side != me.side and c.sheet.up]
            if e.how == "flee":
                self.same("C-72", "whose flight succeeds", e.who, self.away)
                self.same("C-74", f"foes where {e.who} flees through", foes, [])

    def left(self, fact: Fact, e: Left) -> None:
        """By a flight that succeeded, or where nobody could follow (C-50, C-72, ruling W-48)."""
        if e.why == "flees":
            self.same("C-72", "whose flight succeeds", e.who, self.away)
            return
        self.fast(fact, e.who, "C-50", "go")
        me = fact.before.now(e.who)
        for c in fact.before.state.combatants.values():
            fit = c.side != me.side and c.sheet.up and not (c.sheet.hidden or c.sheet.held or c.sheet.fire)
            follows = fit and fact.before.space.zones.span(c.at, me.at) is not None
            self.holds("C-72", f"{c.id} can't follow {e.who}", not follows)

    # -- between turns

    def between(self, board: EinfelstBoard) -> None:
        """Nothing is left open; holds are as they must be; all fear has been met; more than one side fights."""
        self.same("C-21", "maneuvers paid for and not made", self.pledges, {})
        everybody = board.state.combatants
        held = [c for c in everybody.values() if c.sheet.holder != NOBODY]
        for c in held:
            holder = everybody.get(c.sheet.holder)
            fine = holder is not None and holder.sheet.up and not holder.sheet.held and holder.at == c.at
            self.holds("C-67", f"{c.sheet.holder} can hold {c.id}", fine and c.sheet.held)
        self.same("C-67", "whom each holder holds", len({c.sheet.holder for c in held}), len(held))
        for c in everybody.values():
            for other in c.sheet.beside:
                self.holds("C-49", f"{c.id} is close to {other}", everybody[other].at == c.at)
            if fearful(c):
                for it in everybody.values():
                    if self.dreads(board, c, it):
                        self.holds("C-84", f"{c.id} has faced {it.id}", it.sheet.profile.key in c.sheet.faced)
                    if gory(board, it) and before_its_eyes(board, c, it):
                        sight = "a fallen comrade" if it.side == c.side else "spilt blood"
                        self.holds("C-84", f"{c.id} has faced {sight}", sight in c.sheet.faced)
        fighting = {c.side for c in everybody.values() if c.sheet.up}
        self.holds("C-02", "more than one side fights", len(fighting) > 1)

    def dreads(self, board: EinfelstBoard, me: Body, it: Body) -> bool:
        """Whether somebody has something dreadful before its eyes (C-84, ruling W-31)."""
        dreadful = it.sheet.profile.fear and it.side != me.side and it.sheet.up and not it.sheet.hidden
        return bool(dreadful) and before_its_eyes(board, me, it)

    def ended(self, fact: Fact, e: Ended) -> None:
        """The last side that fights has won, if there is one; else it is nobody's after sixty rounds (W-49)."""
        state = fact.before.state
        fighting = sorted({c.side for c in state.combatants.values() if c.sheet.up})
        if len(fighting) > 1:
            self.holds("C-02", "it has lasted too long", state.turn.round > LONGEST)
        self.same("C-02", "who has won", e.winner, fighting[0] if len(fighting) == 1 else None)


def is_thrown(weapon: Weapon) -> bool:
    """Whether what does not strike is thrown, not shot: what has a range and strikes as well, and what is spent."""
    return weapon.hands > 0 and (weapon.action != "shoot" or "spent" in weapon.traits)
