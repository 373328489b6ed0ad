"""An attack, from what it needs to what it leaves of its target."""

from __future__ import annotations

from battlemat_foray.sheet import Fighter, ForayTable
from game.kit.facts import AttackDeclared, AttackHit, AttackMissed, Checked, Harmed
from game.rules.events import Id, Left
from game.rules.tally import Tally
from game.spatial.places import OnBorder


def tally(me: Fighter) -> Tally:
    """Rule: Attacks (F-4). What is added to the d6."""
    return Tally().plus("skill", me.sheet.profile.skill, "F-4")


def guard(me: Fighter, foe: Fighter) -> int:
    """Rules: Attacks, Cover of a border (F-4, F-5). What an attack must come to."""
    covered = isinstance(foe.at, OnBorder) and me.sheet.profile.reach > 0
    return foe.sheet.profile.guard + covered


async def attack(table: ForayTable, who: Id, target: Id) -> None:
    """Rules: Attacks, Harm and the end (F-4, F-6)."""
    me, foe = table.now(who), table.now(target)
    added, needed, profile = tally(me), guard(me, foe), me.sheet.profile
    table.emit(AttackDeclared(who, target, profile.key, "shot" if profile.reach else "melee"))
    face = await table.roll("d6", f"{profile.name} attacks {foe.sheet.profile.name}", who)
    hit = face + added.total >= needed
    table.emit(Checked(who, "attack", face, added, needed, hit, "F-4"))
    if not hit:
        table.emit(AttackMissed(who, target))
        return
    table.emit(AttackHit(who, target))
    left = max(0, foe.sheet.health - profile.harm)
    table.set(target, health=left)
    table.emit(Harmed(target, foe.sheet.health - left, left, who))
    if not left:
        table.emit(Left(target, "is out of the fight"))
