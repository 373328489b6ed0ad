"""The sums: Violence and Defense, boons and banes, damage, Tests and Saves, each as a tally that names its rules."""

from __future__ import annotations

from game.rules.dice import Tally
from rulesets.glog.play.geometry import Look
from rulesets.glog.sheet.roster import Attribute, Harm, Weapon, stepped
from rulesets.glog.sheet.sheet import DRUNK, FRAIL, OFF_GUARD, WARD, GlogBoard, Sheet

TARGET = 20
"""What a Test or a Save must reach."""

TITLES: dict[Attribute, str] = {
    "might": "Might",
    "agility": "Agility",
    "discipline": "Discipline",
    "savvy": "Savvy",
}

SHORT: dict[Attribute, str] = {"might": "MIG", "agility": "AGI", "discipline": "DIS", "savvy": "SAV"}
"""What modifiers are called."""


def hampered(sheet: Sheet) -> Tally:
    """Boons and banes of somebody's own state on what it does: attacks, gambits and other Tests of its own (D-34)."""
    return dazed(sheet).plus_all(drunk(sheet))


def on_initiative(board: GlogBoard, sheet: Sheet) -> Tally:
    """The same on its Test of Savvy, which is no action (ruling G-3)."""
    return on_save(board, sheet).plus_all(drunk(sheet))


def on_save(board: GlogBoard, sheet: Sheet) -> Tally:
    """The same on a Save, which is no action either, nor a Test (ruling G-3)."""
    return dazed(sheet) if board.setup.options.get("dazed") == "bane" else Tally()


def dazed(sheet: Sheet) -> Tally:
    """The Bane of the dazed."""
    return Tally().plus("dazed", -int(sheet.has("dazed")), "D-34")


def drunk(sheet: Sheet) -> Tally:
    """The Bane of the drunk."""
    return Tally().plus("drunk", -int(sheet.has(DRUNK)), "D-55")


def violence(sheet: Sheet) -> Tally:
    """Terms added to the d20 of an attack (D-26)."""
    return Tally().plus("Violence", sheet.profile.violence, "D-26")


def defense(sheet: Sheet) -> Tally:
    """Terms of the Defense that an attack must reach."""
    profile = sheet.profile
    name = profile.armour.name.lower() if profile.armour else "hide"
    found = Tally().plus("base", 10, "D-26").plus("AGI", profile.scores.modifier("agility"), "D-26")
    found = found.plus(name, profile.worn, "D-26").plus("notched", sheet.worn - profile.worn, "D-54")
    return found.plus("shield", int(bool(sheet.shield)), "D-26").plus("ward", sheet.amount(WARD), "D-16")


def sway(me: Sheet, it: Sheet, weapon: Weapon, seen: Look, *, afar: bool) -> Tally:
    """Boons (above 0) and banes (below) of an attack, each with its rule; only what is left of them is rolled."""
    found = upon(me, it, dim=seen.dim, afar=afar)
    if afar:
        found = found.plus("beyond half range", -int(2 * seen.feet > weapon.range), "D-26")
        found = found.plus(seen.cover, {"half cover": -1, "full cover": -2}.get(seen.cover, 0), "D-26")
        found = found.plus("a foe beside it", -int(seen.pressed), "D-26")
    return found


def upon(me: Sheet, it: Sheet, *, dim: bool, afar: bool = False) -> Tally:
    """Those of a blow or a touch by the state of the two and by the light; ``dim``: the gloom hides the target."""
    found = hampered(me).plus("gloom", -int(dim), "D-21")
    found = found.plus("prone itself", -int(me.prone and not afar), "D-26")
    found = found.plus("target prone", int(it.prone) * (-1 if afar else 1), "D-26")
    return found.plus("target off its guard", int(it.has(OFF_GUARD)), "D-40")


def in_words(swayed: Tally) -> tuple[str, tuple[str, ...]]:
    """What is left of boons and banes ("2 banes", or nothing), and every one of them with its rule."""
    net = swayed.total
    parts = tuple(f"{_counted(term.value)}: {term.label} ({term.rule})" for term in swayed.terms)
    return _counted(net) if net else "", parts


def _counted(dice: int) -> str:
    """Boons, or below 0 banes, in words: "1 bane", "2 boons"."""
    return f"{abs(dice)} {'boon' if dice > 0 else 'bane'}{'s' if abs(dice) > 1 else ''}"


def harm_die(weapon: Weapon, harm: Harm, it: Sheet) -> str:
    """The damage die against a target, a step down where that resists the kind of harm (D-33)."""
    return stepped(weapon.die, -1) if harm in it.profile.resists else weapon.die


def added(me: Sheet, weapon: Weapon) -> tuple[str, int]:
    """Which modifier a weapon's damage adds, and how much it is."""
    scores = me.profile.scores
    might, agility = scores.modifier("might"), scores.modifier("agility")
    if weapon.adds == "none":
        return "", 0
    if weapon.adds == "agility" or (weapon.adds == "better" and agility > might):
        return "AGI", agility
    return "MIG", might


def damage_tally(me: Sheet, it: Sheet, key: str, harm: Harm) -> Tally:
    """Terms added to the damage die (D-30, D-33, D-54)."""
    weapon = me.weapon(key)
    found = Tally().plus(*added(me, weapon), "D-30").plus(weapon.name.lower(), weapon.bonus, "D-30")
    found = found.plus("notched", -min(FRAIL, me.notches.get(key, 0)), "D-54")
    return found.plus(f"weak to {harm}", int(harm in it.profile.weak), "D-33")


def score(sheet: Sheet, name: Attribute) -> int:
    """The score that a Test adds to the d20."""
    return sheet.profile.scores.of(name)


def half(sheet: Sheet, name: Attribute) -> int:
    """The half score that a Save adds to the d20."""
    return score(sheet, name) // 2


# ------------------------------------------------------------------ what damage costs


def strained(sheet: Sheet, amount: int) -> tuple[int, int]:
    """Mental slots that so much Stress takes of a hero, and Flesh for what finds none (D-52, ruling G-14)."""
    if sheet.profile.kind != "hero":
        return 0, 0
    taken = min(amount, sheet.profile.scores.discipline - sheet.stress)
    return taken, amount - taken


def spread(sheet: Sheet, dealt: int, *, past: bool) -> tuple[int, int, int]:
    """Grit, Stress and Flesh that damage costs; ``past``: it finds no Grit (D-27, D-52)."""
    if past or not sheet.grit:
        return 0, 0, dealt
    lost = min(sheet.grit, dealt)
    return lost, *strained(sheet, dealt - lost)
