"""The game knows no ruleset by its words: none of their events, options, topics, conditions or data is named in it.

The words are read from the rulesets' code and data, and looked for in the names and the texts of ``game``; docstrings
may give examples. import-linter sees to it that no ruleset is imported.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]

ORDINARY: dict[str, str] = {
    "act": "a kind of question",
    "hidden": "a mark of whoever lies in ambush",
    "pass": "the picture of ending a turn",
    "attack": "what deeds and lines of the log are sorted by, and a control of the player's",
    "end": "a control of the player's, and the hint about it",
    "done": "what a button says that closes a list",
    "defend": "what deeds are sorted by",
    "sword": "the picture of a sort of deeds",
    "shield": "the picture of a sort of deeds",
    "hold": "a goal of an objective",
    "move": "the hint about moving",
    "push": "how somebody is moved, and its sound",
    "drag": "how somebody is moved",
    "throw": "how somebody is moved",
    "strike": "a sound",
    "step": "a sound, and what a replay goes on by",
    "climb": "a kind of border between zones",
    "guard": "what a bar stands for",
    "flee": "how somebody is moved",
    "command": "what is typed after the game's name",
    "go on": "what buttons say that leave a menu, or lead back into a battle",
    "harm": "what an attack is for, and a feature that AIs weigh",
    "far": "a feature that AIs weigh",
    "cover": "how much a map's furniture and zones give, and a control of the player's",
    "screen": "a word for furniture on a map",
    "light": "how light a place is; other books have armour of that name",
    "pack": "the command that makes one file of a scenario",
    "stone": "what floors and walls of generated maps are of, and a thing that lies about on them",
    "stones": "a tile of maps",
    "road": "a tile of maps",
    "branch": "a thing that lies about on maps",
    "stool": "a thing that lies about on maps",
    "bottle": "a thing that lies about on maps",
    "bench": "a thing that lies about on maps",
    "medium": "a size of maps",
    "none": "how much cover there is, or nothing at all; other books have a key of that name",
}
"""Words of rulesets that the game uses of its own accord, and what they are to it."""

NAMESAKES = {"Saved": "what is told of a battle that was kept"}
"""Classes of the game that are called like a ruleset's event."""


@dataclass(frozen=True)
class Hit:
    """A word in a source of the game."""

    line: int
    word: str


# ------------------------------------------------------------------ what rulesets call things


def _sources(folder: str, named: str = "*.py") -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((ROOT / folder).rglob(named)):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


@cache
def _texts() -> dict[Path, str]:
    """The sources of the game."""
    return {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "game").rglob("*.py"))}


def _text(node: ast.expr) -> str:
    """A text, or what an f-string begins with."""
    if isinstance(node, ast.JoinedStr) and node.values:
        node = node.values[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _said(call: ast.Call) -> Iterator[str]:
    """What an option or a family is called by: its verb, the words its keys begin with, its topic."""
    if call.args:
        first, text = call.args[0], _text(call.args[0])
        yield text if isinstance(first, ast.Constant) else text.rpartition(" ")[0]
    for keyword in call.keywords:
        if keyword.arg in ("verb", "topic"):
            yield _text(keyword.value)


@cache
def events() -> frozenset[str]:
    """The names of the rulesets' own events."""
    own = [
        node.name
        for _, tree in _sources("rulesets", "events.py")
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    shared = [node.name for _, tree in _sources("game/kit") for node in tree.body if isinstance(node, ast.ClassDef)]
    return frozenset(own) - frozenset(shared)


@cache
def words() -> frozenset[str]:
    """What rulesets call themselves, options, topics, conditions, and the keys of their data, in small letters."""
    found = {path.parent.name for path in (ROOT / "rulesets").glob("*/__init__.py")}
    for _, tree in _sources("rulesets"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Option", "Family"):
                found.update(_said(node))
            if isinstance(node, ast.FunctionDef) and node.name == "marks":
                found.update(_text(inner) for inner in ast.walk(node) if isinstance(inner, ast.Constant))
    for path in sorted((ROOT / "rulesets").glob("*/data/*.toml")):
        for table in tomllib.loads(path.read_text(encoding="utf-8")).values():
            for entry in table if isinstance(table, list) else ():
                found.add(str(entry.get("key", "")) if isinstance(entry, dict) else "")
    shaped = {" ".join(word.split()).casefold() for word in found}
    return frozenset(word for word in shaped if len(word) > 2 and not word.endswith("."))


# ------------------------------------------------------------------ where the game would name them


def _documentation(tree: ast.Module) -> Iterator[ast.expr]:
    """Docstrings, and those below fields and constants."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _names(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Name(id=name, lineno=line) | ast.Attribute(attr=name, lineno=line):
            yield line, name
        case ast.ClassDef(name=name, lineno=line) | ast.alias(name=name, lineno=line):
            yield line, name


@cache
def _read(source: str) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """The names in a source, and its texts that are no documentation, each with its line."""
    tree = ast.parse(source)
    documented = {id(node) for node in _documentation(tree)}
    names, texts = list[Hit](), list[Hit]()
    for node in ast.walk(tree):
        names += (Hit(*each) for each in _names(node))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            texts.append(Hit(node.lineno, node.value))
    return tuple(names), tuple(texts)


def hits(source: str, named: Iterable[str], said: Iterable[str]) -> Iterator[Hit]:
    """Events that a source names, and texts of it that are a word of a ruleset or have one of several letters in them.

    A word of one of the rulesets is looked for anywhere in a text if nobody would use it for anything else: such as are
    of two words or have a hyphen. Others are looked for as a whole text, and as what a text begins with (a key).
    """
    named, said = frozenset(named), frozenset(said)
    own = [word for word in said if " " in word or "-" in word]
    anywhere = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(own)))})(?![\w-])") if own else None
    names, texts = _read(source)
    yield from (name for name in names if name.word in named)
    for text in texts:
        for word in named & set(text.word.split()):
            yield Hit(text.line, word)
        whole = text.word.casefold()
        if whole.strip() in said:
            yield Hit(text.line, whole.strip())
        elif anywhere is not None and (found := anywhere.search(whole)) is not None:
            yield Hit(text.line, found[1])


def test_the_game_names_nothing_of_a_ruleset() -> None:
    named, said = events() - set(NAMESAKES), words() - set(ORDINARY)
    found = [
        f"{path.relative_to(ROOT)}:{hit.line}: {hit.word}"
        for path, source in _texts().items()
        for hit in hits(source, named, said)
    ]
    assert not found, "words of a ruleset in the game; have the rules say it by a field:\n" + "\n".join(found)


def test_what_is_allowed_is_still_needed() -> None:
    """A word that no ruleset has any more, or that the game does not use, leaves the list."""
    used = {hit.word for source in _texts().values() for hit in hits(source, NAMESAKES, ORDINARY)}
    assert used == set(ORDINARY) | set(NAMESAKES)
    assert set(ORDINARY) <= words()
    assert set(NAMESAKES) <= events()


def test_the_words_are_those_of_the_rulesets() -> None:
    assert {"ShockDealt", "BlastThrown", "SideActs"} <= events()
    assert {"strike", "break free", "total defense", "prone", "mortally injured", "hand-axe", "bandit"} <= words()
    assert not {"bandit-1", "Annora", ""} & words()


def test_words_in_code_and_texts_are_found_and_those_in_docstrings_are_not() -> None:
    planted = '''"""An option such as "break free", an event such as ShockDealt."""
CUES = {"ShockDealt": 1}
if isinstance(event, ShockDealt) or told.ShockDealt:
    icon = ICONS["taunt"]
    print(f"they break free of {who}", option.key.startswith("taunt "), "taunting is fine")
'''
    found = [(hit.line, hit.word) for hit in hits(planted, ["ShockDealt"], ["break free", "taunt"])]
    assert sorted(found) == [
        (2, "ShockDealt"),
        (3, "ShockDealt"),
        (3, "ShockDealt"),
        (4, "taunt"),
        (5, "break free"),
        (5, "taunt"),
    ]
