"""A roster of one's own: what it adds to the house's, and what is said of mistakes in it."""

from __future__ import annotations

import pytest

from game.rules.ruleset import BadSetup
from rulesets.glog.play.numbers import defense
from rulesets.glog.sheet.roster import DICE, STOCK
from rulesets.glog.sheet.sheet import fresh

HOUSE = STOCK.house

PIRATE = """
[[creature]]
key = "pirate"
name = "Pirate"
icon = "bandit"
scores = [11, 12, 9, 10]
flesh = 5
handy = ["sword"]
"""
CUTLASS = '[[weapon]]\nkey = "cutlass"\nname = "cutlass"\nuses = ["slashing"]\n'
CURSE = '[[spell]]\nkey = "curse"\nname = "Curse"\ntext = "-"\ntarget = "foe"\n'
TRINKET = '[[thing]]\nkey = "trinket"\nname = "trinket"\n'


@pytest.mark.parametrize(
    ("word", "morale"), [("craven", 0), ("cowardly", 4), ("impulsive", 10), ("brave", 14), ("suicidal", 20)]
)
def test_morale_may_be_written_in_words(word: str, morale: int) -> None:
    assert STOCK.with_own(PIRATE + f'morale = "{word}"\n').profile("pirate").morale == morale


def test_a_shield_is_on_the_arm_only_beside_a_one_handed_weapon() -> None:
    text = PIRATE.replace('["sword"]', '["shield", "great-sword"]')
    pirate = STOCK.with_own(text).profile("pirate")
    assert (pirate.hands, defense(fresh(pirate)).total) == (("great-sword",), 10)


def test_a_roster_of_ones_own_adds_to_the_houses() -> None:
    text = (
        CUTLASS
        + 'die = "d8"\n'
        + PIRATE.replace('"sword"', '{ item = "cutlass", name = "notched cutlass", bonus = 1 }')
    )
    text += '[[party]]\nkey = "crew"\ntitle = "The crew"\nmembers = [{ unit = "pirate", count = 3 }, "garrick"]\n'
    mine = STOCK.with_own(text)
    cutlass = mine.profile("pirate", 2).weapon("cutlass")
    assert (cutlass.name, cutlass.bonus, mine.weapons["cutlass"].bonus) == ("notched cutlass", 1, 0)
    assert [recruit.unit for recruit in STOCK.parties(text)["crew"]] == ["pirate", "pirate", "pirate", "garrick"]
    assert "pirate" not in STOCK.titles(), "the house's own roster is as it was"


def test_one_of_a_kind_is_numbered_and_one_with_a_name_is_named() -> None:
    second = HOUSE.profile("bandit", 2)
    assert (second.name, second.number, second.named) == ("Bandit 2", 2, False)
    grim = HOUSE.profile("bandit-leader", 1, "Grim")
    assert (grim.name, grim.named, grim.kind) == ("Grim", True, "creature")


def test_the_hash_of_the_data_is_sixteen_hex_digits() -> None:
    assert len(STOCK.data_hash) == 16
    assert int(STOCK.data_hash, 16) >= 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            PIRATE.replace('"sword"', '"swrod"'),
            "creature 'pirate': handy: no weapon or thing is called 'swrod'; did you mean 'sword'?",
        ),
        (PIRATE + "hid = 2", "creature 'pirate': there is no field 'hid'; did you mean 'hide'?"),
        (PIRATE + 'size = "big"', "creature 'pirate': size: 'big' is none of "),
        (PIRATE.replace("11, 12", "19, 12"), "creature 'pirate': scores: might: 19 is not between 3 and 18"),
        (PIRATE.replace("11, 12", "0, 12"), "creature 'pirate': scores: might: 0 is not between 3 and 18"),
        (PIRATE.replace("flesh = 5", "flesh = 0"), "creature 'pirate': flesh: 0 is too little; write 1 or more"),
        (
            PIRATE.replace('"sword"', '"sword", "great-axe", "knife", "club"'),
            "creature 'pirate': handy: 5 slots are too many; an agility of 12 keeps 4 within reach",
        ),
        (
            PIRATE + 'armour = "heavy"\nstowed = ["pike", "maul", "great-axe", "knife"]',
            "creature 'pirate': stowed: 12 slots in all are too many; a might of 11 carries as much",
        ),
        (
            PIRATE.replace('"sword"', '"bite"'),
            "creature 'pirate': handy: 'bite' can't be put down; list it under natural",
        ),
        (
            PIRATE + 'natural = ["knife"]',
            "creature 'pirate': natural: 'knife' is no natural weapon; list it under handy",
        ),
        (
            PIRATE.replace('"sword"', '{ item = "torch", bonus = 1 }'),
            "creature 'pirate': handy: 'torch' is no weapon; only its name may differ",
        ),
        (
            PIRATE.replace('"sword"', '{ item = "javelin", count = 0 }'),
            "creature 'pirate': handy: count: 0 is too little; write 1 or more",
        ),
        (
            PIRATE + "lit = true",
            "creature 'pirate': lit: that takes a handy light, and a hand that the first weapon leaves free",
        ),
        (
            PIRATE + 'armour = "light"\nhide = 1',
            "creature 'pirate': hide: it wears armour over it; leave out one of the two",
        ),
        (PIRATE + 'armour = "hevy"', "creature 'pirate': armour: no armour is called 'hevy'; did you mean 'heavy'?"),
        (PIRATE + "morale = 21", "creature 'pirate': morale: 21 is not between 0 and 20"),
        (PIRATE + 'morale = "meek"', "creature 'pirate': morale: 'meek' is none of "),
        (PIRATE + "critical = 1", "creature 'pirate': critical: 1 is not between 2 and 20"),
        (
            PIRATE + "castings = 2",
            "creature 'pirate': castings: who knows spells needs at least one, and nobody else has any",
        ),
        (PIRATE + 'spells = ["mnd"]\ncastings = 1', "creature 'pirate': spells: no spell is called 'mnd'"),
        (PIRATE * 2, "creature 'pirate': the key stands twice in this file; keys must differ"),
        ("[[monster]]\n", "nothing is read from a table [[monster]]"),
        (CUTLASS + 'die = "d7"\n', f"weapon 'cutlass': die: 'd7' is none of {', '.join(DICE)}"),
        (
            CUTLASS.replace('"slashing"', "") + 'die = "d8"\n',
            "weapon 'cutlass': uses: write one or two of crushing, slashing and piercing",
        ),
        (
            CUTLASS + 'die = "d8"\nhands = 3\n',
            "weapon 'cutlass': hands: 3 is wrong; natural weapons take 0, others 1 or 2",
        ),
        (
            CUTLASS + 'die = "d8"\ntraits = ["natural"]\n',
            "weapon 'cutlass': hands: 1 is wrong; natural weapons take 0, others 1 or 2",
        ),
        (
            CUTLASS + 'die = "d8"\ntraits = ["thrown"]\n',
            "weapon 'cutlass': range: what is thrown or shot needs one, in feet",
        ),
        (
            CUTLASS + 'die = "d8"\nrange = 20\n',
            "weapon 'cutlass': range: it is neither thrown nor shot; give it that trait, or ammo",
        ),
        (
            CUTLASS + 'die = "d8"\nrange = 60\nammo = "bolt"\n',
            "weapon 'cutlass': ammo: 'bolt' is no ammo; did you mean 'bolts'?",
        ),
        (TRINKET + 'kind = "light"\n', "thing 'trinket': radius: lights have one, and nothing else does"),
        (TRINKET + 'kind = "magic"\n', "thing 'trinket': spell: magic things work one, and nothing else does"),
        (
            TRINKET + 'kind = "magic"\nspell = "wrd"\n',
            "thing 'trinket': spell: no spell is called 'wrd'; did you mean 'ward'?",
        ),
        (CURSE, "spell 'curse': effect: a spell that harms nobody needs one"),
        (CURSE + 'die = "d7"\nharm = "fire"\n', f"spell 'curse': die: 'd7' is none of {', '.join(DICE)}"),
        (CURSE + 'effect = "mend"\n', "spell 'curse': die: harm and mending need one, and nothing else does"),
        (CURSE + 'effect = "asleep"\n', "spell 'curse': rounds: 0 is too little; write 1 or more"),
        (CURSE + 'effect = "push"\n', "spell 'curse': amount: 0 is too little; write 1 or more"),
        (
            '[[party]]\nkey = "crew"\ntitle = "Crew"\nmembers = ["pirat"]\n',
            "party 'crew': members: no unit is called 'pirat'",
        ),
    ],
)
def test_mistakes_in_a_roster_are_told_with_file_entry_and_field(text: str, said: str) -> None:
    with pytest.raises(BadSetup) as error:
        STOCK.with_own(text)
    assert str(error.value).startswith(f"roster: {said}")


def test_an_unknown_recruit_is_told_with_the_nearest() -> None:
    with pytest.raises(BadSetup, match=r"no unit is called 'garick'; did you mean 'garrick'"):
        HOUSE.profile("garick")
