"""People of the tests' own, as roster texts; none of them has omens."""

from __future__ import annotations

HEROES = """
[[character]]
key = "balthasar"
name = "Balthasar"
icon = "archer"
STR = 5
AGI = 7
WIT = 12
weapons = ["bow", "knife"]
omens = 0

[[character]]
key = "sybilla"
name = "Sybilla"
icon = "warrior"
STR = 8
AGI = 10
WIT = 6
armour = "light"
shield = true
weapons = ["sword"]
omens = 0

[[character]]
key = "theobald"
name = "Theobald"
icon = "captain"
STR = 9
AGI = 6
WIT = 9
armour = "light"
weapons = ["halberd"]
omens = 0
"""
"""The text's three heroes, to be recruited in every fight: balthasar, sybilla, theobald."""

HEALER = """
[[character]]
key = "healer"
name = "Healer"
icon = "healer"
STR = 7
AGI = 7
WIT = 9
armour = "heavy"
shield = true
weapons = ["mace", "knife", "bow"]
powers = ["ember", "mend"]
items = ["draught", "spirits", "antidote", "poison", "caltrops", "medicine kit"]
omens = 0
"""
"""With a power of each kind, and something of everything to use."""

KEEPER = """
[[character]]
key = "archer"
name = "Archer"
icon = "archer"
STR = 8
AGI = 8
WIT = 9
weapons = ["bow", "knife"]
omens = 0

[[character]]
key = "shield"
name = "Shield"
icon = "warrior"
STR = 8
AGI = 8
WIT = 9
shield = true
weapons = ["sword"]
omens = 0
"""
"""An archer, and somebody with a shield."""

BOMBARDIER = """
[[weapon]]
key = "lobber"
name = "lobber"
die = "d8"
range = 32
hands = 2
traits = ["indirect"]

[[character]]
key = "gunner"
name = "Gunner"
icon = "archer"
STR = 8
AGI = 8
WIT = 9
weapons = ["lobber", "knife"]
omens = 0

[[character]]
key = "thrower"
name = "Thrower"
icon = "archer"
STR = 8
AGI = 8
WIT = 9
weapons = ["acid", "pistol", "knife"]
omens = 0

[[character]]
key = "brawler"
name = "Brawler"
icon = "brute"
STR = 8
AGI = 8
WIT = 9
weapons = []
skills = ["brawler"]
omens = 0

[[character]]
key = "twohand"
name = "Two blades"
icon = "expert"
STR = 8
AGI = 8
WIT = 9
weapons = ["sword", "knife"]
off_hand = "knife"
omens = 0
"""
"""A gunner who shoots over everything, a thrower, a brawler, and somebody with two blades."""
