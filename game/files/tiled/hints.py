"""What names mean on maps drawn for other programs: the words for walls, for open ground, for doors and for figures.

A name is taken apart into words, however they are joined (``isSolid``, ``wall-layer``, ``COLLISION_TILES2``,
``collisionlayer``), and means something only if every word of it is known here. So "wallpaper", "wall torch" and
"collision sound" mean nothing.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

from game.files.tiled.schema import Property, number_in

Kind = Literal["solid", "open", "not", "plain"]
Meaning = Literal["solid", "open"]
"""Of a yes: nobody can be there, or anybody can."""

LayerSays = Literal["solid", "open", "clear", ""]
"""Of what lies in a layer: it blocks; only there one can walk; it blocks nothing; nothing is said."""


def _listed(words: str) -> tuple[str, ...]:
    """Words between blanks."""
    return tuple(words.split())


SOLID = _listed(
    "wall block blocked blocker blocking blockage barrier solid obstacle obstruct obstructed obstructing "
    "obstruction collide collided collider colliding collidable collideable collidible collision colission "
    "impassable impassible unpassable unwalkable untraversable impenetrable inaccessible colision kollision "
    "hindernis mur muro pared"
)
"""Whose yes blocks."""

WALKABLE = _listed("walkable passable passible traversable accessible enterable")
OPEN = (*WALKABLE, *_listed("walk walking pass enter"))
"""Whose no blocks. As names of layers only the first kind counts: there one can walk, and nowhere else."""

NOT = _listed("no not non un cannot cant never without")

PLAIN = _listed(
    "is are has can does be the all my main layer tile map mask object obj shape box rect rectangle polygon area "
    "region zone data group grid set static body level meta physics flag bound boundary border edge corner side "
    "move movement moving motion way player character unit entity creature monster top bottom left right upper "
    "lower inner outer front back north south east west stone wood wooden brick house castle cave dungeon "
    "building room city"
)
"""What changes nothing beside another word."""

FRIENDS = _listed("sidewalk crosswalk boardwalk catwalk walkway blockhouse sidewall")
"""Words that could be taken apart into others, and are none of them."""

HIDES = ("opaque", "block sight", "blocks sight", "blocks vision", "blocks light", "block light", "blocks view")
"""Whose yes hides what lies behind."""

DECOR = _listed(
    "decor deco decoration decal detail ornament shadow shade torch light lamp paper painting poster banner moss "
    "ivy vine crack stain trim overlay effect glow clutter floor ground carpet rug window door roof above "
    "overhead"
)
"""In a group of walls what is called so is no wall."""

KINDS = _listed("type kind class tag tags terrain category role collision physics")
"""Properties whose text may be such a word."""

PARTY = _listed("player hero heroes ally allies party placement")
FOES = _listed("enemy enemies foe monster npc opponent mob boss")
STARTS = _listed("start spawn spawner spawnpoint startpoint")
DOORS = _listed("door doorway gate exit entrance entry warp portal teleport teleporter stair")
PATHS = _listed("path pathway road trail route waypoint patrol walkway sidewalk street")
_ABOUT = _listed(
    "start spawn spawner point pos position location area zone region place begin begins starting initial object "
    "obj the unit character main of for marker team group layer"
)
"""What may stand beside the word for a figure."""


def _plurals(word: str) -> tuple[str, ...]:
    if word.endswith("y"):
        return word, f"{word}s", f"{word[:-1]}ies"
    return word, f"{word}es" if word.endswith(("s", "x", "sh", "ch")) else f"{word}s", f"{word}es"


def _table() -> dict[str, Kind]:
    kinds: tuple[tuple[Kind, tuple[str, ...]], ...] = (("plain", PLAIN), ("open", OPEN), ("solid", SOLID))
    found: dict[str, Kind] = {form: kind for kind, words in kinds for word in words for form in _plurals(word)}
    return {**found, **dict.fromkeys(NOT, "not")}


TABLE = _table()
"""Every word that walls and open ground are told by, singular and plural."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words(name: str) -> tuple[str, ...]:
    """The words of a name in small letters, however they are joined by signs, digits or capitals."""
    plain = unicodedata.normalize("NFKD", name[:200]).encode("ascii", "ignore").decode()
    return tuple(part.lower() for part in _WORD.findall(plain))


def word(text: str) -> str:
    """A name as ids are: small letters, blanks and dashes as underscores."""
    return text.strip().lower().replace(" ", "_").replace("-", "_")


@lru_cache(maxsize=4096)
def meaning(name: str) -> Meaning | None:
    """What a yes to this name says of the ground, or what being called so does; None if not every word is known."""
    kinds: list[Kind] = []
    walkable = False
    for part in words(name):
        pieces = _pieces(part)
        if pieces is None:
            return None
        kinds += [TABLE[piece] for piece in pieces]
        walkable = walkable or any(piece in WALKABLE for piece in pieces)
    denied = kinds.count("not") % 2 == 1
    if "solid" in kinds:
        return "open" if denied or walkable else "solid"
    if "open" in kinds:
        return "solid" if denied else "open"
    return None


def _pieces(part: str) -> list[str] | None:
    """A word as words of the table, the longest first; numbers and single letters are none. None for other words."""
    if part.isdigit() or len(part) == 1:
        return []
    if part in TABLE:
        return [part]
    if part in FRIENDS or len(part) > 40:
        return None
    for cut in range(len(part) - 2, 1, -1):
        if part[:cut] in TABLE:
            rest = _pieces(part[cut:])
            if rest:
                return [part[:cut], *rest]
    return None


def truth(entry: Property) -> bool | None:
    """What a property says, if it can be read as yes or no: one that is there and empty was set for a yes."""
    text = entry.text.strip().lower()
    if text in ("true", "yes", "y", "on", "full", "all") or (not text and entry.type == "string"):
        return True
    if text in ("false", "no", "n", "off", "none"):
        return False
    value = number_in(text)
    return None if value is None else value != 0


def says_solid(properties: dict[str, Property]) -> bool | None:
    """Whether properties say that something blocks, or that it does not; None if they say nothing of it."""
    said: bool | None = None
    for name, entry in properties.items():
        value, means = truth(entry), meaning(name)
        if value is None and name.strip().lower() in KINDS:
            for text in entry.text.split(","):
                called = meaning(text)
                if called:
                    said = said or called == "solid"
        elif value is not None and means is not None:
            said = said or (means == "solid") == value
        elif value and " ".join(words(name)) in HIDES:
            said = True
    return said


def layer_says(name: str, klass: str, properties: dict[str, Property]) -> LayerSays:
    """What a layer's or group's own class, properties and name say of what lies in it."""
    solid = says_solid(properties)
    if solid is not None:
        return "solid" if solid else "clear"
    for text in (klass, name):
        match meaning(text):
            case "solid":
                return "solid"
            case "open":
                return "open" if any(part in WALKABLE for part in words(text)) else "clear"
    return ""


def decorates(name: str) -> bool:
    """Whether a layer in a group of walls is called like something that hangs on them, or lies between them."""
    return calls(name, DECOR)


def calls(text: str, names: tuple[str, ...]) -> bool:
    """Whether some word of a name is one of these, singular or plural."""
    return any(_any_of(part, names) for part in words(text))


def side_called(text: str) -> str:
    """The side of a figure called so: party, foe, "any" for a start of whoever, or nothing."""
    parts = [part for part in words(text) if not part.isdigit()]
    others = [part for part in parts if not _any_of(part, (*_ABOUT, *STARTS))]
    joined = "".join(parts)
    for side, names in (("party", PARTY), ("foe", FOES)):
        if others and all(_any_of(part, names) for part in others):
            return side
        if any(joined in (f"{name}{about}", f"{about}{name}") for name in names for about in _ABOUT):
            return side
    return "any" if not others and any(_any_of(part, STARTS) for part in parts) else ""


def _any_of(part: str, names: tuple[str, ...]) -> bool:
    singular = (part, part.removesuffix("s"), part.removesuffix("es"), f"{part.removesuffix('ies')}y")
    return any(form in names for form in singular)
