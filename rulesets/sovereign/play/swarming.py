"""Rule: Make a Swarm Attack (Main). Several assailants, one blow with what the others' pressing is worth."""

from __future__ import annotations

from functools import partial

from game.kit.combatants import present
from game.kit.conditions import Condition, begin, lift
from game.kit.telling import the
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Menu, Option, Seat
from rulesets.sovereign.play.attack import SWARM_HELPERS, attack
from rulesets.sovereign.play.blow import Blow, attacks, striking
from rulesets.sovereign.play.cost import pay_main
from rulesets.sovereign.play.events import Did
from rulesets.sovereign.play.geometry import acts_out_of_turn, alert
from rulesets.sovereign.play.instants import go_ahead
from rulesets.sovereign.play.numbers import Mode, attack_tally
from rulesets.sovereign.sheet.sheet import SWARMING, Body, SovereignBoard, SovereignTable, Weapon

FULL = 5
"""The first assailant and the four allies that may join (E-28)."""


def assailants(board: SovereignBoard, side: str, target: Id) -> list[Body]:
    """Those of a side that have declared a swarm attack on a target this round and still can press it."""
    return [c for c in board.state.combatants.values() if c.side == side and c.sheet.swarm == target and alert(c)]


def swarm_tally(others: int) -> Tally:
    """+2 to hit for each other assailant, at most +6 (E-29)."""
    return Tally().plus("swarm", 2 * min(others, SWARM_HELPERS), "E-29")


def strikes(board: SovereignBoard, side: str, target: Id) -> list[Option[Blow | None]]:
    """The blows by which a pending swarm can be resolved: any assailant, with any weapon in hand.

    Somebody alone strikes as it would have without the swarm (ruling S-43). Once their side's turn is over, those
    whose courage has failed press on but do not strike (ruling S-20).
    """
    band = assailants(board, side, target)
    if not present(board, target):
        return []
    others, turn = len(band) - 1, board.state.turn
    own_turn = turn.phase == "turn" and turn.side == side
    it = board.now(target)
    options: list[Option[Blow | None]] = []
    for c in band:
        if not (own_turn or acts_out_of_turn(c)):
            continue
        for weapon, mode in attacks(board, c, it, striking(board, c)):
            how = f"{'for the swarm' if others else 'alone'} with {the(weapon.name.lower())}"
            extra = swarm_tally(others)
            action = "swarm attack" if others else "attack"
            blow = Blow(c.id, target, weapon.key, mode, action, extra, others=others, swarm=others > 0)
            options.append(
                Option(
                    f"swarm-{mode} {c.id} {target} {weapon.key}",
                    blow,
                    f"{c.sheet.profile.name} strikes {how}",
                    target=target,
                    look=partial(_about, board, c, it, weapon, mode, extra),
                    verb="swarm",
                )
            )
    return options


def _about(board: SovereignBoard, c: Body, it: Body, weapon: Weapon, mode: Mode, extra: Tally) -> OptionDetails:
    return OptionDetails(tally=attack_tally(board, c, it, weapon, mode, extra))


async def join(table: SovereignTable, who: Id, target: Id) -> None:
    """Take part in a swarm; from two on the side may strike at once, or let others join until it is five (E-28)."""
    pay_main(table, who)
    table.emit(Did(who, "swarms", "E-28", target))
    if not await go_ahead(table, who, "join a swarm") or not present(table, target):
        return
    begin(table, who, Condition(SWARMING, "round ends", target))
    side = table.now(who).side
    options = strikes(table, side, target)
    if not options or len(assailants(table, side, target)) < 2:
        return
    menu: list[Option[Blow | None]] = list(options)
    if len(assailants(table, side, target)) < FULL:
        menu.append(Option("wait", None, "Let others join the swarm first", short="Wait"))
    name = table.now(target).sheet.profile.name
    blow = await table.choose(Seat(side), f"The swarm on {name}: strike now?", Menu(menu), who=who, about=(target,))
    if blow is not None:
        await strike(table, blow)


async def strike(table: SovereignTable, blow: Blow) -> None:
    """One assailant attacks for them all; the swarm is spent (E-29)."""
    side = table.now(blow.who).side
    for c in assailants(table, side, blow.target):
        lift(table, c.id, SWARMING)
    await attack(table, blow)
