"""What names mean on maps drawn for other programs: the words for walls, for open ground, for doors and for figures.

A name is taken apart into words, however they are joined (``isSolid``, ``wall-layer``, ``COLLISION_TILES2``,
``collisionlayer``), and means something only if every word of it is known here. So "wallpaper", "wall torch" and
"collision sound" mean nothing. But some words decide at the end of a name, whatever stands before them: what is called
``trees_blocking`` or ``ge_collide`` blocks. Words are English, German, French, Spanish, Portuguese and Italian.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from game.files.tiled.schema import Property, number_in

WordKind = Literal["solid", "open", "not", "plain"]
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
    "impassable impassible unpassable unwalkable untraversable impenetrable inaccessible colision "
    "kollision kollisionen hindernis hindernisse mauer mauern blockiert unpassierbar unbegehbar "
    "mur bloque bloquant solide infranchissable "
    "colisiones muro pared paredes bloqueado bloqueada solido obstaculo barrera intransitable "
    "colisao colisoes parede barreira intransponivel "
    "collisione collisioni muri parete pareti bloccato ostacolo ostacoli barriera"
)
"""Whose yes blocks."""

WALKABLE = _listed(
    "walkable passable passible traversable accessible enterable begehbar passierbar franchissable praticable "
    "transitable caminable andavel caminhavel transponivel percorribile calpestabile"
)
OPEN = (*WALKABLE, *_listed("walk walking pass enter"))
"""Whose no blocks. As names of layers only the first kind counts: there one can walk, and nowhere else."""

NOT = _listed(
    "no not non un cannot cant never without ignore ignores disable disabled nicht kein keine ohne pas sans sin sem "
    "nao senza"
)

LAST = _listed(
    "blocked blocker blocking blockage barrier obstacle obstructed obstructing obstruction collide collided collider "
    "colliding collidable collideable collidible collision colission colision impassable impassible unpassable "
    "unwalkable untraversable boundary bounds "
    "kollision kollisionen hindernis hindernisse blockiert unpassierbar unbegehbar begrenzung begrenzungen "
    "bloquant infranchissable limite "
    "colisiones bloqueado bloqueada obstaculo barrera intransitable colisao colisoes barreira intransponivel "
    "collisione collisioni bloccato ostacolo ostacoli barriera"
)
"""What decides as the last word of a name: it blocks, whatever the words before it are."""

ELSE = _listed(
    "camera cam view viewport screen light sight vision sound audio bullet projectile on at if when after "
    "damage event trigger"
)
"""Before such a last word: what is blocked or met is something else than whoever walks there."""

TAIL = _listed("layer tile map mask object obj shape group data set")
"""What may stand behind the last word, as numbers may."""

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
PEOPLE = _listed("actor character person people villager citizen guard animal")
STARTS = _listed("start spawn spawner spawnpoint startpoint")
DOORS = _listed(
    "door doorway gate exit entrance entry warp portal teleport teleporter stair staircase ladder transition mapchange"
)
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


def _table() -> dict[str, WordKind]:
    kinds: tuple[tuple[WordKind, tuple[str, ...]], ...] = (("plain", PLAIN), ("open", OPEN), ("solid", SOLID))
    found: dict[str, WordKind] = {form: kind for kind, words in kinds for word in words for form in _plurals(word)}
    return {**found, **dict.fromkeys(NOT, "not")}


TABLE = _table()
"""Every word that walls and open ground are told by, singular and plural."""

_LAST = frozenset(form for each in LAST for form in _plurals(each))
_JOINED = tuple(sorted(each for each in _LAST if len(each) >= 7))
"""Last words that are told at the end of a longer word as well."""

YES = _listed("true t yes y on full all wahr ja vrai oui verdadero si verdadeiro sim vero")
NO = _listed("false f no n off none falsch nein faux non falso nao")

_WORD = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words(name: str) -> tuple[str, ...]:
    """The words of a name in small letters, however they are joined by signs, digits or capitals."""
    return tuple(part.lower() for part in _WORD.findall(_plain(name[:200])))


def _plain(text: str) -> str:
    """A text without accents."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def word(text: str) -> str:
    """A name as ids are: small letters, blanks and dashes as underscores."""
    return text.strip().lower().replace(" ", "_").replace("-", "_")


@lru_cache(maxsize=4096)
def meaning(name: str) -> Meaning | None:
    """What a yes to this name says of the ground, or what being called so does; None if not every word is known, and
    the last one does not decide."""
    kinds: list[WordKind] = []
    walkable, known = False, True
    for part in words(name):
        pieces = _pieces(part)
        known = known and pieces is not None
        kinds += [TABLE[piece] for piece in pieces or ()]
        walkable = walkable or any(piece in WALKABLE for piece in pieces or ())
    denied = kinds.count("not") % 2 == 1
    if known and "solid" in kinds:
        return "open" if denied or walkable else "solid"
    if known and "open" in kinds:
        return "solid" if denied else "open"
    if _ends_solid(name):
        return "open" if denied else "solid"
    return None


def _ends_solid(name: str) -> bool:
    """Whether the last word of a name says that it blocks, and those before it do not make it something else."""
    parts = [part for part in words(name) if not part.isdigit() and len(part) > 1]
    while len(parts) > 1 and _any_of(parts[-1], TAIL):
        parts.pop()
    if not parts or any(_any_of(part, ELSE) for part in parts):
        return False
    return parts[-1] in _LAST or (parts[-1].endswith(_JOINED) and parts[-1] not in FRIENDS)


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
    text = _plain(entry.text).strip().lower()
    if text in YES or (not text and entry.type == "string"):
        return True
    if text in NO:
        return False
    value = number_in(text)
    return None if value is None else value != 0


def says_solid(properties: Mapping[str, Property]) -> bool | None:
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


def figure_called(text: str) -> bool:
    """Whether somebody or a start is called so, of any side or of none."""
    parts = [part for part in words(text) if not part.isdigit()]
    someone = [part for part in parts if _any_of(part, PEOPLE)]
    return bool(side_called(text)) or (bool(someone) and all(_any_of(part, (*PEOPLE, *_ABOUT)) for part in parts))


def _any_of(part: str, names: tuple[str, ...]) -> bool:
    singular = (part, part.removesuffix("s"), part.removesuffix("es"), f"{part.removesuffix('ies')}y")
    return any(form in names for form in singular)
