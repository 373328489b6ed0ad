"""Rule: Make a Snap Attack (Instant). An attack at -4 in answer to what a foe does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.kit.company import present
from game.kit.naming import the
from game.rules.abouts import About
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.questions import Option
from game.rules.tally import Tally
from rulesets.sovereign.attack import attack
from rulesets.sovereign.blow import Blow, attacks, wielded
from rulesets.sovereign.events import Reacted
from rulesets.sovereign.instants import Instant, Occasion, facing
from rulesets.sovereign.numbers import Mode, attack_tally, damage_tally, second_weapon
from rulesets.sovereign.reading import may_snap
from rulesets.sovereign.sheet import Body, SovereignBoard, SovereignTable, Weapon

SNAP = Tally().plus("snap attack", -4, "E-25")


@dataclass(frozen=True, slots=True)
class Snap:
    """Rule: Make a Snap Attack (Instant)."""

    weapon: str
    mode: Mode

    def pay(self, table: SovereignTable, who: Id) -> None:
        """The Main Action."""
        table.set(who, main=False)

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        """Attack whoever acts, if both still stand."""
        table.emit(Reacted(who, "Snap Attack", "E-25", occasion.who))
        if present(table, who) and present(table, occasion.who):
            await attack(table, Blow(who, occasion.who, self.weapon, self.mode, "snap attack", SNAP))


def snaps(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """The attacks with what is in hand on whoever acts."""
    if c.sheet.main and may_snap(c) and not c.sheet.fleeing and facing(board, c, occasion):
        acting = board.now(occasion.who)
        for weapon, mode in attacks(board, c, acting, wielded(board, c)):
            yield _option(board, c, acting, weapon, mode, occasion)


def _option(
    board: SovereignBoard, c: Body, acting: Body, weapon: Weapon, mode: Mode, occasion: Occasion
) -> Option[Instant]:
    def look() -> About:
        return About(tally=attack_tally(board, c, acting, weapon, mode, SNAP))

    most = sum(sides_of(weapon.damage)) + damage_tally(board, c, acting, weapon, mode, second_weapon(c, weapon)).total
    matters = occasion.kind == "spell" or (occasion.hit and most >= acting.sheet.hp)
    verb = {"melee": "snap", "thrown": "snap-throw", "shot": "snap-shot"}[mode]
    return Option(
        f"{verb} {weapon.key}",
        Snap(weapon.key, mode),
        f"Snap attack with {the(weapon.name.lower())}",
        target=acting.id,
        matters=matters,
        topic="snap attack",
        look=look,
    )
