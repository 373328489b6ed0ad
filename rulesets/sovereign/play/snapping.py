"""Rule: Make a Snap Attack (Instant). An attack at -4 in answer to what a foe does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.kit.combatants import present
from game.kit.telling import the
from game.rules.dice import Tally, sides_of
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Option
from rulesets.sovereign.play.attack import attack
from rulesets.sovereign.play.blow import UNHARMING, Blow, attacks, striking, unharming
from rulesets.sovereign.play.cost import pay_main
from rulesets.sovereign.play.events import Aim
from rulesets.sovereign.play.geometry import foes, may_snap
from rulesets.sovereign.play.instants import PRICE, Instant, Occasion, answering, facing, still_can
from rulesets.sovereign.play.numbers import Mode, attack_tally, damage_tally, second_weapon
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable, Weapon

SNAP = Tally().plus("snap attack", -4, "E-25")


@dataclass(frozen=True, slots=True)
class Snap:
    """Rule: Make a Snap Attack (Instant)."""

    target: Id
    weapon: str
    mode: Mode
    aim: Aim = "harm"

    def pay(self, table: SovereignTable, who: Id) -> None:
        """The Main Action."""
        pay_main(table, who)

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        """Attack, if both still stand."""
        if not still_can(table, who):
            return
        table.emit(answering(who, "Snap Attack", "E-25", occasion, self.target))
        if present(table, self.target):
            await attack(table, Blow(who, self.target, self.weapon, self.mode, "snap attack", SNAP, self.aim))


def snaps(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """The attacks with what is in hand: on whoever acts, if anybody, and on any other foe in reach of them (E-25)."""
    if not (may_snap(c) and facing(board, c, occasion)):
        return
    weapons = striking(board, c)
    acting = [board.now(occasion.who)] if occasion.who else []
    if occasion.kind == "in sight" and next(attacks(board, c, acting[0], weapons), None) is None:
        return  # it comes within the attack of others
    at = acting + [foe for foe in foes(board, c.side) if foe.id != occasion.who]
    for foe in at:
        for weapon, mode in attacks(board, c, foe, weapons):
            yield _option(board, c, foe, weapon, mode, occasion)
    for foe in at:
        for weapon, aim in unharming(board, c, foe):
            yield _in_lieu(board, c, foe, weapon, aim)


def _in_lieu(board: SovereignBoard, c: Body, foe: Body, weapon: Weapon, aim: Aim) -> Option[Instant]:
    """A snap attack that grips or pushes in lieu of damage (E-74, E-75)."""
    return Option(
        f"snap-{aim} {foe.id}",
        Snap(foe.id, weapon.key, "melee", aim),
        f"Snap attack to {aim} {foe.sheet.profile.name}",
        target=foe.id,
        matters=False,
        topic=UNHARMING,
        look=lambda: OptionDetails(tally=attack_tally(board, c, foe, weapon, "melee", SNAP)),
        price=PRICE,
    )


def _option(
    board: SovereignBoard, c: Body, foe: Body, weapon: Weapon, mode: Mode, occasion: Occasion
) -> Option[Instant]:
    def look() -> OptionDetails:
        return OptionDetails(tally=attack_tally(board, c, foe, weapon, mode, SNAP))

    def could_fell() -> bool:
        second = second_weapon(c, weapon)
        return sum(sides_of(weapon.damage)) + damage_tally(board, c, foe, weapon, mode, second).total >= foe.sheet.hp

    stops = foe.id == occasion.who and (occasion.kind == "spell" or (occasion.hit and could_fell()))
    matters = stops or occasion.kind == "round ends"  # when a Main Action is lost that is not spent on it
    verb = {"melee": "snap", "thrown": "snap-throw", "shot": "snap-shot"}[mode]
    return Option(
        f"{verb} {foe.id} {weapon.key}",
        Snap(foe.id, weapon.key, mode),
        f"Snap attack on {foe.sheet.profile.name} with {the(weapon.name.lower())}",
        target=foe.id,
        matters=matters,
        topic="snap attack",
        look=look,
        price=PRICE,
    )
