"""What a hit does: extra successes are spent on effects, armour is thrown, Harm is marked (C-10, C-53)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import NamedTuple

from game.rules.events import Id
from game.rules.questions import Menu, Option, Parts, Seat, Sought
from game.spatial.places import InZone
from rulesets.einfelst.play.cards import swaps, win
from rulesets.einfelst.play.events import Afflicted, Did
from rulesets.einfelst.play.fire import catch_fire
from rulesets.einfelst.play.gear import lay_down
from rulesets.einfelst.play.geometry import roomy
from rulesets.einfelst.play.harm import harm, restrain, soak
from rulesets.einfelst.play.moving import jostle, shove, shoved_to
from rulesets.einfelst.play.poison import poison
from rulesets.einfelst.sheet.records import Weapon
from rulesets.einfelst.sheet.sheet import Body, Due, EinfelstBoard, EinfelstTable, Spot


class Effects(NamedTuple):
    """What the extra successes of a hit have bought so far."""

    harm: int = 0
    due: Due | None = None
    mental: bool = False
    """Mental Harm in place of Physical, for the whole blow."""
    zone: InZone | None = None
    spot: Spot | None = None
    """Where the target is pushed: to another zone, or to another part of its own."""
    dropped: str = ""
    """Key of what it lets fall."""
    pins: bool = False

    @property
    def pushes(self) -> bool:
        """Whether the target is pushed."""
        return self.zone is not None or self.spot is not None


NOTHING = Effects()


def effects(
    board: EinfelstBoard, me: Body, it: Body, weapon: Weapon, so_far: Effects, pins: bool
) -> Iterator[Option[Effects]]:
    """What one more success can buy: each effect once, Harm as often as one likes (C-53, ruling W-26)."""
    name, traits = it.sheet.profile.name, it.sheet.profile.traits
    if so_far.due is None:
        for swap in swaps(board, me, it):
            found = so_far._replace(due=swap.value)
            places = swap.exchanges
            yield Option(swap.key, found, swap.label, it.id, matters=swap.matters, icon="swap", exchanges=places)
    if weapon.harm == "physical" and weapon.damage and not so_far.mental and "mindless" not in traits:
        yield Option("mental", so_far._replace(mental=True), "Mental Harm in place of Physical", it.id, icon="skull")
    if pins:
        if not it.sheet.pinned and not so_far.pins:
            label = "Pin down: leaving the zone costs 1 Harm"
            yield Option("pin", so_far._replace(pins=True), label, it.id, short="Pin down", icon="bow")
        return
    if not so_far.pushes and "bodiless" not in traits:
        for place in shoved_to(board, it):
            label, found = f"Push {name} to {board.space.zones.name(place)}", so_far._replace(zone=place)
            yield Option(f"push 0,{place.number}", found, label, it.id, place)
        if it.sheet.spot != "far" and roomy(board, it.at):
            yield Option("push far", so_far._replace(spot="far"), f"Push {name} far off", it.id)
        if it.sheet.spot == "cover":
            label, found = f"Push {name} into the open", so_far._replace(spot="open")
            yield Option("push open", found, label, it.id)
    if not so_far.dropped:
        for key in dict.fromkeys(key for key in (it.sheet.hand, it.sheet.off) if key):
            label = f"{name} drops the {it.sheet.thing(key).name.lower()}"
            yield Option(f"disarm {key}", so_far._replace(dropped=key), label, it.id, icon="hand")


async def spend(table: EinfelstTable, who: Id, target: Id, weapon: Weapon, extra: int, pins: bool) -> Effects:
    """The attacker says for each extra success what it buys; left alone it is Harm."""
    bought = NOTHING
    for left in range(extra, 0, -1):
        me, it = table.now(who), table.now(target)
        options = partial(effects, table.still(), me, it, weapon, bought, pins)
        more = bought._replace(harm=bought.harm + 1)
        leave = Option("harm", more, "Harm: 1 more") if weapon.damage else Option("pass", bought, "Leave it")
        count = f"{left} extra success{'es' if left > 1 else ''}"
        why = f"{me.sheet.profile.name} has {count} against {it.sheet.profile.name}"
        bought = leave.value
        if next(options(), None) is not None:
            menu = Menu.later(partial(_choices, leave, options))
            declines = "" if weapon.damage else leave.key  # Harm is something as well
            bought = await table.choose(
                Seat(me.side),
                why,
                menu,
                kind="react",
                who=who,
                topic="extra success",
                idle=leave.key,
                declines=declines,
                about=(target,),
            )
    return bought


def _choices(
    leave: Option[Effects], options: Callable[[], Iterator[Option[Effects]]], sought: Sought
) -> Parts[Effects]:
    """Made when somebody looks: most who play it out for the odds leave it."""
    return chain((leave,), options()), ()


async def hit(table: EinfelstTable, who: Id, target: Id, weapon: Weapon, extra: int, *, pins: bool) -> None:
    """A hit: successes are spent, then armour is thrown, then Harm is marked and the rest comes true (W-27)."""
    bought = await spend(table, who, target, weapon, extra, pins)
    if bought.due is not None:
        win(table, bought.due)
    await wound(table, who, target, weapon, bought)
    if table.now(target).sheet.up:
        await befall(table, target, bought)


async def wound(table: EinfelstTable, who: Id, target: Id, weapon: Weapon, bought: Effects) -> None:
    """The Harm of a hit (C-52, C-83), and what fire, poison and nets do besides."""
    kind = "mental" if bought.mental else weapon.harm
    amount = weapon.damage + bought.harm
    if kind == "physical":
        amount = await soak(table, target, amount)
    if amount:
        await harm(table, target, amount, kind, "C-52", who)
    if amount and weapon.poison and not bought.mental:
        await poison(table, target, weapon.poison, who)
    if weapon.fire:
        await catch_fire(table, target, weapon.fire, who)
    it = table.now(target).sheet
    if "snares" in weapon.traits and it.up and not it.held and "bodiless" not in it.profile.traits:
        restrain(table, target, who)


async def befall(table: EinfelstTable, target: Id, bought: Effects) -> None:
    """What else the successes have bought: a push, a dropped weapon, being pinned down."""
    if bought.dropped in table.now(target).sheet.pack and bought.dropped:
        table.emit(Did(target, f"drops the {table.now(target).sheet.thing(bought.dropped).name.lower()}", "C-53"))
        lay_down(table, target, bought.dropped)
    if bought.pins:
        table.set(target, pinned=True)
        table.emit(Afflicted(target, "pinned", "C-53"))
    if bought.zone is not None:
        await shove(table, target, bought.zone, "drag")
    elif bought.spot is not None:
        await jostle(table, target, bought.spot)
