"""Initiative cards: dealing them, the order of turns, how they change hands (C-03 to C-12); ambush (C-77 to C-82)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.kit.combatants import bodies, up_on
from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OrderPlace
from game.rules.questions import Option, Seat
from rulesets.einfelst.play.events import Dealt, Did, Matched, Swapped
from rulesets.einfelst.play.geometry import can_talk, foes, ours, sees
from rulesets.einfelst.play.pools import better, dice, pool, throw
from rulesets.einfelst.sheet.roster import Action
from rulesets.einfelst.sheet.sheet import Body, Due, EinfelstBoard, EinfelstTable

PACK = tuple(range(1, 11))
"""The cards of one pack."""


# ------------------------------------------------------------------ who holds which


def sharers(board: EinfelstBoard, c: Body) -> tuple[Id, ...]:
    """All who hold the cards of a combatant: itself, and of the opponents of the party those just like it (C-05)."""
    profile, shared = c.sheet.profile, board.setup.options.get("cards", "shared") == "shared"
    if profile.hero or profile.named or not shared or c.side in ours(board):
        return (c.id,)
    everybody = (*board.state.combatants.values(), *board.state.gone.values())
    if c.sheet.cards:  # dealt: who has come out of hiding since keeps its own
        return tuple(o.id for o in everybody if _alike(o, c) and o.sheet.cards == c.sheet.cards)
    return tuple(o.id for o in everybody if _alike(o, c) and o.sheet.hidden == c.sheet.hidden)


def _alike(a: Body, b: Body) -> bool:
    return a.side == b.side and a.sheet.profile.key == b.sheet.profile.key and not a.sheet.profile.named


async def deal(table: EinfelstTable, extra: Mapping[Id, str]) -> None:
    """Everybody draws, willing or not (C-03), those of ``extra`` by its rule one card more than they keep (W-23).

    Those in ambush draw last, from a pack of their own if need be: what is left of the cards would tell of them.
    """
    left: tuple[int, ...] = ()
    for hidden in (False, True):
        holders = list(dict.fromkeys(sharers(table, c) for c in bodies(table) if c.sheet.hidden == hidden))
        more = {group: next((extra[who] for who in group if who in extra), "") for group in holders}
        while len(left) < sum(_keeps(table, group) + bool(rule) for group, rule in more.items()):
            left = (*left, *PACK)
        for group, rule in more.items():
            left = await _draw(table, group, rule, left)


def _keeps(board: EinfelstBoard, group: tuple[Id, ...]) -> int:
    return board.now(group[0]).sheet.profile.cards


async def _draw(table: EinfelstTable, group: tuple[Id, ...], extra: str, left: tuple[int, ...]) -> tuple[int, ...]:
    """A holder's cards, one by one; of one too many, drawn by a rule, the highest goes out of play. What is left."""
    drawn: list[int] = []
    for _ in range(_keeps(table, group) + bool(extra)):
        place = await table.draw([str(card) for card in left], "initiative", group[0])
        drawn.append(left[place])
        left = (*left[:place], *left[place + 1 :])
    kept = sorted(drawn)[: _keeps(table, group)]
    for who in group:
        table.set(who, cards=tuple(kept))
    table.emit(Dealt(group, kept[0], max(drawn), extra) if extra else Dealt(group, kept[0]))
    return left


# ------------------------------------------------------------------ whose turn


def queue(board: EinfelstBoard) -> list[tuple[int, Id]]:
    """The turns that are still to come this round, the lowest card first (C-06, ruling W-1)."""
    party = ours(board)
    found = [
        (card, c.side not in party, number, c.id)
        for number, c in enumerate(bodies(board))
        if c.sheet.up
        for card in c.sheet.cards[c.sheet.played :]
    ]
    return [(card, who) for card, _, _, who in sorted(found)]


def by_card(board: EinfelstBoard) -> list[Id]:
    """Everybody who fights, in the order of their first cards (ruling W-21)."""
    party = ours(board)
    numbered = [(c.sheet.cards, c.side not in party, n, c.id) for n, c in enumerate(bodies(board)) if c.sheet.up]
    return [who for *_, who in sorted(numbered)]


# ------------------------------------------------------------------ changing hands


def coming(board: EinfelstBoard) -> Callable[[Id], tuple[int, ...]]:
    """Cards that somebody will hold when the next round begins, as far as it is settled (ruling W-24)."""
    dealt: dict[Id, tuple[int, ...]] = {}
    for due in board.state.turn.due:
        dealt.update(_exchanged(board, due, dealt))
    return lambda who: dealt.get(who, board.now(who).sheet.cards)


def _exchanged(board: EinfelstBoard, due: Due, dealt: Mapping[Id, tuple[int, ...]]) -> dict[Id, tuple[int, ...]]:
    """The cards of all whom an exchange touches: who shares a card shares what it is exchanged for (ruling W-35)."""
    found = {}
    for who, away, gets in ((due.one, due.card, due.theirs), (due.other, due.theirs, due.card)):
        for each in sharers(board, board.now(who)):
            cards = list(dealt.get(each, board.now(each).sheet.cards))
            if away in cards:
                cards[cards.index(away)] = gets
            found[each] = tuple(sorted(cards))
    return found


def exchange(table: EinfelstTable, due: Due) -> None:
    """Two cards change hands now. Of those who share one it is told of somebody who is still up."""
    changed = _exchanged(table, due, {})
    one, other = (
        next((each for each in (who, *sharers(table, table.now(who))) if table.now(each).sheet.up), who)
        for who in (due.one, due.other)
    )
    for who, cards in changed.items():
        table.set(who, cards=cards)
    table.set_turn(kept=())
    table.emit(Swapped(one, other, due.theirs, due.card, due.rule))


def settle(table: EinfelstTable) -> None:
    """What was won in the last round takes effect (C-10, C-63, ruling W-24)."""
    due, everybody = table.state.turn.due, (*table.state.combatants, *table.state.gone)
    table.set_turn(due=())
    for each in due:
        if each.one in everybody and each.other in everybody:
            exchange(table, each)


def swaps(board: EinfelstBoard, me: Body, it: Body, rule: str = "C-10") -> list[Option[Due]]:
    """Options to swap cards with a foe: of several the winner picks the one that it wants (C-10, C-11).

    It gives its own last one away; who shares a card with the other has nothing to swap. A card that is to come to one
    of them by an earlier swap has another's place in the order of this round.
    """

    def places(mine: int, card: int) -> tuple[OrderPlace, OrderPlace] | None:
        held = mine in me.sheet.cards and card in it.sheet.cards
        return (OrderPlace(me.id, str(mine)), OrderPlace(it.id, str(card))) if held else None

    cards = coming(board)
    mine, theirs = cards(me.id), cards(it.id)
    if not mine or not theirs:
        return []
    return [
        Option(
            f"swap {card}",
            Due(me.id, mine[-1], it.id, card, rule),
            f"Outmaneuver: take card {card} for your {mine[-1]}, {_sooner(card, mine[-1])} from the next round",
            it.id,
            matters=card < mine[-1],
            short=f"Card {card}",
            icon="swap",
            exchanges=places(mine[-1], card),
        )
        for card in dict.fromkeys(theirs)
        if card not in mine
    ]


def _sooner(gets: int, gives: int) -> str:
    return "earlier" if gets < gives else "later"


def win(table: EinfelstTable, due: Due) -> None:
    """A swap that takes effect when the next round begins."""
    table.set_turn(due=(*table.state.turn.due, due))
    table.emit(Did(due.one, f"will have card {due.theirs} of", due.rule, due.other))


# ------------------------------------------------------------------ among friends


async def swap_among_friends(table: EinfelstTable) -> bool:
    """Rule: heroes may swap cards two by two before anybody acts, as often as they like (C-08, C-09, ruling W-40).

    One swap of one side; False when all sides are content.
    """
    side = next((side.name for side in table.setup.sides if side.name not in table.state.turn.settled), None)
    if side is None:
        return False
    enough: Option[Due | None] = Option("enough", None, "Keep the cards as they are", short="Enough", icon="pass")
    options = _pairs(table, up_on(table, side))
    about = tuple(
        dict.fromkeys(who for option in options if option.value for who in (option.value.one, option.value.other))
    )
    chosen = await react(Seat(side), "Swap cards?", enough, options, topic="swap among friends", about=about)
    if chosen is None:
        turn, left = table.state.turn, [option.key for option in options]
        table.set_turn(settled=(*turn.settled, side), kept=tuple(dict.fromkeys([*turn.kept, *left])))
    else:
        exchange(table, chosen)
        table.set_turn(kept=(_key(chosen.one, chosen.other),))
    return True


def _pairs(board: EinfelstBoard, friends: Sequence[Body]) -> list[Option[Due | None]]:
    able = [c for c in friends if c.sheet.profile.hero and c.sheet.cards]
    return [
        _pair(board, a, b)
        for n, a in enumerate(able)
        for b in able[n + 1 :]
        if can_talk(board, a, b) and a.sheet.cards[0] != b.sheet.cards[0]
    ]


def _pair(board: EinfelstBoard, a: Body, b: Body) -> Option[Due | None]:
    """Two friends' cards for one another, which matters where a foe acts between the two.

    What was left alone is not asked about in every round, but when a card has changed hands or somebody has fallen;
    nor is it asked whether to swap two back at once.
    """
    (low, first), (high, last) = sorted((c.sheet.cards[0], c.sheet.profile.name) for c in (a, b))
    between = _names([foe for foe in foes(board, a.side) if any(low < card < high for card in foe.sheet.cards)])
    comes = f"{last} comes before {between}, {first} after" if between else "no foe acts between the two"
    key = _key(a.id, b.id)
    return Option(
        key,
        Due(a.id, a.sheet.cards[0], b.id, b.sheet.cards[0], "C-08"),
        f"{a.sheet.profile.name} ({a.sheet.cards[0]}) with {b.sheet.profile.name} ({b.sheet.cards[0]}): {comes}",
        matters=bool(between) and key not in board.state.turn.kept,
        exchanges=(OrderPlace(a.id, str(a.sheet.cards[0])), OrderPlace(b.id, str(b.sheet.cards[0]))),
    )


def _key(one: Id, other: Id) -> str:
    return f"swap {one} {other}"


def _names(some: Sequence[Body]) -> str:
    """Who they are: one by its name, several by how many."""
    return some[0].sheet.profile.name if len(some) == 1 else f"{len(some)} foes" if some else ""


def show(table: EinfelstTable, who: Id, why: str, rule: str) -> None:
    """Whoever lay in ambush comes to light."""
    if table.now(who).sheet.hidden:
        table.set(who, hidden=False)
        table.emit(Did(who, why, rule))


def lurkers(board: EinfelstBoard, side: str) -> list[Body]:
    """The members of a side that lie in ambush."""
    return [c for c in up_on(board, side) if c.sheet.hidden]


def watchers(board: EinfelstBoard, hiding: list[Body]) -> list[Body]:
    """Who could notice an ambush: of those it waits for, all who have one of its members in sight, or if none, all."""
    others = [c for c in bodies(board) if c.side != hiding[0].side and c.sheet.up and not c.sheet.hidden]
    return [c for c in others if any(sees(board, c.at, each.at) for each in hiding)] or others


async def ambush(table: EinfelstTable) -> dict[Id, str]:
    """Those who draw an extra card, with the rule: each side's ambushers, or those by whom they are detected."""
    extra: dict[Id, str] = {}
    for side in [side.name for side in table.setup.sides]:
        hiding = lurkers(table, side)
        eyes = watchers(table, hiding) if hiding else []
        if not eyes:  # nobody lies in wait, or there is nobody to wait for
            continue
        who, tested = [c.id for c in hiding], table.setup.options.get("ambush", "test") == "test"
        net = await _sneak(table, best(hiding, "sneak").id, best(eyes, *WATCH).id) if tested else 1
        if net > 0:
            for id_ in who:
                table.set(id_, edge=net - 1)
            extra.update(dict.fromkeys(who, "C-78" if tested else "C-82"))
        else:
            for id_ in who:
                show(table, id_, "is detected", "C-80")
            extra.update({c.id: "C-80" for c in eyes})
    return extra


WATCH: tuple[Action, Action] = ("read", "track")
"""Of what a watcher throws the better (ruling W-46)."""


def best(some: list[Body], *actions: Action) -> Body:
    """Who of several throws for them all: the one with the most dice, the first of equals (C-81, ruling W-46)."""
    return max(some, key=lambda c: dice(pool(c.sheet, better(c.sheet, *actions))))


async def _sneak(table: EinfelstTable, who: Id, eye: Id) -> int:
    """Sneak against Read or Track: the successes left. Of a test that finds nobody the watchers are told nothing."""
    won = await throw(table, who, "sneaking up", pool(table.now(who).sheet, "sneak"))
    watcher = table.now(eye).sheet
    seen = await throw(table, eye, "keeping watch", pool(watcher, better(watcher, *WATCH)), about=who)
    table.emit(Matched(who, eye, won, seen, Tally().plus("unseen", 1, "C-77"), "C-77", "seen"))
    return won - seen
