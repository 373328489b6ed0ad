"""Creatures that strike several times in one Main Action: claw, claw and bite (ruling S-58)."""

from __future__ import annotations

from functools import partial

from game.kit.combatants import present
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Menu, Option, Seat
from rulesets.sovereign.play.attack import attack
from rulesets.sovereign.play.blow import Blow, possible
from rulesets.sovereign.play.geometry import foes
from rulesets.sovereign.play.numbers import attack_tally
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable, Weapon

TOPIC = "routine"
"""What questions about the blows after the first are about."""


def routine(board: SovereignBoard, me: Body, foe: Body) -> list[Weapon]:
    """The blows of a creature's Main Action that could strike a foe from where it stands, in their order."""
    weapons = [me.sheet.weapon(key) for key in me.sheet.profile.routine]
    return [weapon for weapon in weapons if possible(board, me, foe, weapon, "melee")]


async def maul(table: SovereignTable, who: Id, target: Id) -> None:
    """One attack after the other; with several foes in reach each blow after the first may go to another of them."""
    for number, key in enumerate(table.now(who).sheet.profile.routine):
        if not present(table, who):
            return
        me = table.now(who)
        weapon = me.sheet.weapon(key)
        within = [foe.id for foe in foes(table, me.side) if possible(table, me, foe, weapon, "melee")]
        if number and len(within) > 1:
            target = await _next(table, who, within, weapon)
        elif target not in within:
            target = within[0] if number and within else target
        if target in within:
            await attack(table, Blow(who, target, key, "melee"))


async def _next(table: SovereignTable, who: Id, within: list[Id], weapon: Weapon) -> Id:
    me, board = table.now(who), table.still()
    name = weapon.name.lower()
    options: list[Option[Id]] = [
        Option(
            f"strike {foe} {weapon.key}",
            foe,
            f"{weapon.name} {board.now(foe).sheet.profile.name}",
            target=foe,
            look=partial(_about, board, me, board.now(foe), weapon),
            verb="maul",
        )
        for foe in within
    ]
    why = f"{me.sheet.profile.name}: whom does the {name} strike?"
    return await table.choose(Seat(me.side), why, Menu(options), who=who, topic=TOPIC, about=tuple(within))


def _about(board: SovereignBoard, me: Body, foe: Body, weapon: Weapon) -> OptionDetails:
    return OptionDetails(tally=attack_tally(board, me, foe, weapon, "melee"))
