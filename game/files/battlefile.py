"""Battles as text: golden tests, bug reports and replays.

A file begins with a header and then tells the battle line by line::

    battlemat battle 1
    ruleset duel duel0001
    setup {"ruleset":"duel",...}

    ? red: Ada: what? [strike Orc | end | move x11]
    > strike Orc
    d20 Ada strikes at Orc
    > 15
    = Rolled(dice='d20', faces=(15,), why='Ada strikes at Orc', who='Ada')
    hash round 2 91c0f5f1b3a1a9d2

``?`` is a question with its seat and options (families of options by verb and number), a line that begins with dice is
a roll, ``>`` is the answer to either, ``=`` an event, ``hash`` the state at the start of a round or at the end. Lines
that begin with ``#`` are remarks; they and empty lines count for nothing. Only the answers are fed to the rules; all
else is compared.

The set-up, which saves embed as well, is checked before rules and geometry trust it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import fields

from game.files.bounded_reading import BATTLES, read_text
from game.files.errors import BadFile
from game.files.own_json import readable
from game.rules.dice import Tally
from game.rules.events import Event
from game.rules.match import AnyMatch, Asked, Match
from game.rules.questions import Answer, Choose, Impossible, Roll
from game.rules.registry import UnknownRuleset, ruleset
from game.rules.ruleset import AnyRuleset, BadSetup
from game.rules.setup import LARGEST_SQUAD, Setup, too_many
from game.rules.state import state_hash
from game.spatial.field import DEAREST, MOST_BODIES, MOST_EDGED, TALLEST, Cell, Field
from game.spatial.places import InZone, OnBorder, written
from game.user_error import UserError

LARGEST = 250
"""Cells along a side of a map that can be played on."""


class BadEmbedded(ValueError):
    """A set-up inside another file that can't be used; the message says which part and why."""


def read_setup(data: bytes | str | msgspec.Raw) -> Setup:
    """Read a set-up from JSON, with texts that are fit to be shown. Raises BadEmbedded."""
    try:
        setup = msgspec.json.decode(data, type=Setup)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadEmbedded(str(error)) from error
    except RecursionError as error:
        raise BadEmbedded("it is nested too deeply") from error
    setup = readable(setup)
    _check(setup)
    return setup


def _check(setup: Setup) -> None:
    crowd = too_many(setup.sides)
    if crowd:
        raise BadEmbedded(crowd)
    aiming = [aim.side for aim in setup.objectives]
    if len(set(aiming)) < len(aiming):
        raise BadEmbedded(f"two objectives for one side: {', '.join(aiming)}")
    field = setup.field
    if not (1 <= field.width <= LARGEST and 1 <= field.height <= LARGEST):
        raise BadEmbedded(
            f"a map of {field.width} x {field.height} cells; between 1 and {LARGEST} a side can be played"
        )
    for name, values in (("terrain", field.terrain), ("floor", field.floor)):
        if values and len(values) != field.width * field.height:
            raise BadEmbedded(f"field.{name} has {len(values)} entries for {field.width} x {field.height} cells")
    for what, value, least, most in _numbers(field):
        if not least <= value <= most:
            raise BadEmbedded(f"{what} is {value}, and must lie between {least:,} and {most:,}")
    if not field.palette or not all(0 <= index < len(field.palette) for index in field.terrain):
        raise BadEmbedded("field.terrain names kinds of ground that field.palette does not have")
    for what, (x, y) in _cells(setup):
        if not (0 <= x < field.width and 0 <= y < field.height):
            raise BadEmbedded(f"{what} is at {x},{y}, off the map of {field.width} x {field.height} cells")
    _check_edges(field)


def _numbers(field: Field) -> Iterator[tuple[str, int, int, int]]:
    """Every number of a field that geometry counts with: what it is, and the least and most that it may be."""
    for terrain in field.palette:
        for name in ("height", "sill", "lintel", "gap"):
            yield f"{name} of {terrain.name}", getattr(terrain, name), 0, TALLEST
        yield f"cost of {terrain.name}", terrain.cost, 1, DEAREST
    yield from (("a floor", height, -TALLEST, TALLEST) for height in field.floor)
    for edge in field.edges:
        for name in ("sill", "lintel", "gap"):
            yield f"{name} of the edge {edge.id}", getattr(edge, name), 0, TALLEST
    yield from ((f"capacity of the zone {zone.id}", zone.capacity, 0, MOST_BODIES) for zone in field.zones)
    yield from ((f"capacity of the border {border.id}", border.capacity, 0, MOST_BODIES) for border in field.borders)
    yield from ((f"count of the spawn {spawn.id}", spawn.count, 1, LARGEST_SQUAD) for spawn in field.spawns)


def _check_edges(field: Field) -> None:
    for edge in field.edges:
        (ax, ay), (bx, by) = edge.a, edge.b
        inside = all(0 <= x <= field.width and 0 <= y <= field.height for x, y in (edge.a, edge.b))
        if not inside or (ax != bx) == (ay != by):
            raise BadEmbedded(f"the edge {edge.id} must go straight along cell borders inside the map")
    if sum(abs(edge.a[0] - edge.b[0]) + abs(edge.a[1] - edge.b[1]) for edge in field.edges) > MOST_EDGED:
        raise BadEmbedded(f"the edges are longer together than the {MOST_EDGED:,} cells that are read")


def _cells(setup: Setup) -> Iterator[tuple[str, Cell]]:
    """Every cell that a set-up names, with what is there."""
    field = setup.field
    yield from (("a ramp", cell) for cell in field.ramps)
    for zone in field.zones:
        yield from ((f"zone {zone.name or zone.id}", cell) for cell in zone.cells)
    for spawn in field.spawns:
        yield from ((f"the spawn {spawn.id}", cell) for cell in spawn.cells)
    for feature in field.features:
        yield from ((f"{feature.kind} {feature.name or feature.id}", cell) for cell in feature.cells)
    yield from (("an objective", cell) for aim in setup.objectives for link in aim.chain for cell in link.cells)
    for side in setup.sides:
        yield from ((recruit.name or recruit.unit, recruit.at) for recruit in side.squad if recruit.at is not None)


FORMAT = 1
SHOWN = 160
"""Characters of a line that are shown where it diverges."""

_TITLE = f"battlemat battle {FORMAT}"


class Diverged(UserError):
    """A battle file and the rules as they are do not tell the same battle."""

    def __init__(self, name: str, line: int, expected: str, found: str, match: AnyMatch, note: str = "") -> None:
        self.line = line
        """From 1."""
        self.expected = expected
        """What the file says there."""
        self.found = found
        """What the rules make of the battle there."""
        self.match = match
        """The battle as far as both went the same way, and at most what the last answer led to beyond that."""
        told, played = _where_they_part(expected, found)
        super().__init__(f"{name}, line {line}{note}\n  the file says:  {told}\n  the rules say:  {played}")


def _where_they_part(expected: str, found: str) -> tuple[str, str]:
    """Two lines, of long ones what lies round the first difference."""
    if max(len(expected), len(found)) <= SHOWN:
        return expected, found
    pairs = enumerate(zip(expected, found, strict=False))
    first = next((place for place, (one, other) in pairs if one != other), min(len(expected), len(found)))
    start = max(0, first - SHOWN // 3)
    one, other = (
        ("… " if start else "") + line[start : start + SHOWN] + (" …" if len(line) > start + SHOWN else "")
        for line in (expected, found)
    )
    return one, other


def write_battle(match: AnyMatch, remarks: Sequence[str] = ()) -> str:
    """Tell a battle from its start to where it stands, by playing its answers again; ``remarks`` head the file."""
    rules, setup = match.ruleset, match.setup
    told = _body(Match.begin(rules, setup, match.ground), iter(match.history))
    lines = [*(f"# {remark}" for remark in remarks), *_head(rules, setup), *told]
    return "".join(f"{line}\n" for line in lines)


def replay(source: str | Path) -> AnyMatch:
    """Play a battle file and compare everything it says; give the match as it then stands.

    ``source`` is the text, or the path of the file. Raises Diverged at the first line that differs (which also says if
    the file was written under other data of the ruleset), BadFile for a text that is no battle file.
    """
    name, text = _text(source)
    battle = _read(name, text)
    note = ""
    if battle.data_hash != battle.ruleset.data_hash:
        note = (
            f" (written under other data of {battle.ruleset.name}, {battle.data_hash}; "
            f"installed is {battle.ruleset.data_hash})"
        )
    match = _begin(name, battle)
    rest = iter(battle.body)
    answers = iter(battle.answers)
    try:
        for found in filter(None, _body(match, answers)):
            line, expected = next(rest, (battle.length + 1, "(the end of the file)"))
            if found != expected:
                raise Diverged(name, line, expected, found, match, note)
    except Impossible as error:
        line, expected = next(rest, (battle.length + 1, "(the end of the file)"))
        raise Diverged(name, line, expected, str(error), match, note) from error
    for line, expected in rest:
        raise Diverged(name, line, expected, "(the end of the battle)", match, note)
    return match


def rewrite(source: str | Path) -> str:
    """The text of a battle file as the rules tell the battle now, by its answers; remarks stay where they are.

    Answers that the rules no longer allow, and those after them, are left out. Raises BadFile.
    """
    name, text = _text(source)
    battle = _read(name, text)
    match = _begin(name, battle)
    lines = [*battle.remarks.get(0, ()), *_head(match.ruleset, match.setup)]
    answered = 0
    try:
        for line in _body(match, iter(battle.answers)):
            lines.append(line)
            if line.startswith("> "):
                answered += 1
                lines.extend(battle.remarks.get(answered, ()))
    except Impossible:
        lines.append(_end(match))
    return "".join(f"{line}\n" for line in lines)


# -- telling


def _head(rules: AnyRuleset, setup: Setup) -> list[str]:
    plain = msgspec.json.encode(_without_defaults(setup)).decode()
    return [_TITLE, f"ruleset {rules.name} {rules.data_hash}", f"setup {plain}", ""]


def _body(match: AnyMatch, answers: Iterator[Answer]) -> Iterator[str]:
    """The lines after the header; drives the match through the answers. Raises Impossible at one that doesn't fit."""
    read = hashed = steps = 0
    while True:
        question = match.pending
        for event in match.events[read:]:
            yield f"= {write_event(event)}"
        for round_, text in match.hashes[hashed:]:
            yield f"hash round {round_} {text}"
        read, hashed = len(match.events), len(match.hashes)
        answer = next(answers, None)
        if question is None or answer is None:
            break
        if match.steps != steps:
            steps = match.steps
            yield ""
        yield _asked(match)
        fitting = fitting_answer(question, answer)
        match.answer(fitting)
        yield f"> {write_answer(fitting)}"
    if question is None and answer is not None:
        raise Impossible(f"the battle is over, and there is another answer: {write_answer(answer)}")
    if question is not None:
        yield _asked(match)
    yield _end(match)


def _asked(match: AnyMatch) -> str:
    question = match.pending
    if isinstance(question, Choose):
        options = [option.key for option in question.options.singles]
        options += [f"{family.verb} x{len(family)}" for family in question.options.families]
        return f"? {question.seat}: {_one_line(question.why)} [{' | '.join(options)}]"
    if isinstance(question, Roll):
        names = f" [{' | '.join(question.names)}]" if question.names else ""
        return f"{question.dice} {_one_line(question.why)}{names}"
    return "(nothing is asked)"


def _end(match: AnyMatch) -> str:
    return f"hash end {state_hash(match.state)}"


def fitting_answer(question: Asked, answer: Answer) -> Answer:
    """An answer as a file has it, for the question it is given to: faces, which look like any text, for dice."""
    if isinstance(question, Roll) and isinstance(answer, str):
        words = answer.split()
        if words and all(word.isdecimal() and len(word) <= 4 for word in words):
            return tuple(int(word) for word in words)
    return answer


def write_answer(answer: Answer) -> str:
    """An answer as a file has it: the key of an option, or the faces of dice."""
    return answer if isinstance(answer, str) else " ".join(map(str, answer))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def write_event(event: Event) -> str:
    """An event on one line: its kind, and its fields where they differ from the default."""
    return _plain(event)


def _plain(value: Any) -> str:
    if isinstance(value, Tally):
        return "Tally(" + ", ".join(f"{t.value:+d} {t.label} [{t.rule}]" for t in value.terms) + ")"
    if isinstance(value, InZone | OnBorder):
        return f"({', '.join(written(value).split(','))})"
    if isinstance(value, msgspec.Struct):
        told = ", ".join(f"{name}={_plain(item)}" for name, item in _own(value))
        return f"{type(value).__name__}({told})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_plain(key)}: {_plain(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(_plain(item) for item in value) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, (frozenset, set)):
        return "{" + ", ".join(sorted(_plain(item) for item in value)) + "}"
    return repr(value)


_fields = cache(fields)
"""The same by type: msgspec reads annotations anew each time."""


def _own(value: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The fields of a value that differ from their defaults, in their order."""
    for field in _fields(type(value)):
        item = getattr(value, field.name)
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if default is msgspec.NODEFAULT or item != default:
            yield field.encode_name, item


def _without_defaults(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return {name: _without_defaults(item) for name, item in _own(value)}
    if isinstance(value, (tuple, list)):
        return [_without_defaults(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_defaults(item) for key, item in value.items()}
    return value


# -- reading


class _Battle(msgspec.Struct):
    ruleset: Any
    data_hash: str
    setup: Setup
    length: int
    body: list[tuple[int, str]] = []
    answers: list[Answer] = []
    remarks: dict[int, list[str]] = {}
    """By the number of answers before them."""


def _text(source: str | Path) -> tuple[str, str]:
    if isinstance(source, str):
        return "battle", source
    return source.name, read_text(source, BATTLES)


def _read(name: str, text: str) -> _Battle:
    """Take a battle file apart. Raises BadFile."""
    head: list[tuple[int, str]] = []
    body: list[tuple[int, str]] = []
    answers: list[Answer] = []
    remarks: dict[int, list[str]] = {}
    lines = text.splitlines()
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip()
        if line.startswith("#"):
            remarks.setdefault(len(answers), []).append(line)
        elif line and len(head) < 3:
            head.append((number, line))
        elif line:
            body.append((number, line))
            if line.startswith("> "):
                answers.append(line[2:])
    wanted = ("battlemat battle", "ruleset", "setup")
    for word, (number, line) in zip(wanted, [*head, *[(len(lines) + 1, "")] * 3], strict=False):
        if not line.startswith(f"{word} "):
            raise BadFile(f"{name}, line {number}: a battle file has a line '{word} …' here, not {line[:60]!r}")
    if head[0][1] != _TITLE:
        raise BadFile(f"{name}, line {head[0][0]}: this version of the game reads {_TITLE!r}, not {head[0][1]!r}")
    rules_name, _, data_hash = head[1][1].removeprefix("ruleset ").partition(" ")
    try:
        rules = ruleset(rules_name)
        setup = read_setup(head[2][1].removeprefix("setup "))
    except UnknownRuleset as error:
        raise BadFile(f"{name}, line {head[1][0]}: {error}") from error
    except BadEmbedded as error:
        raise BadFile(f"{name}, line {head[2][0]}: the set-up can't be read: {error}") from error
    return _Battle(rules, data_hash, setup, len(lines), body, answers, remarks)


def _begin(name: str, battle: _Battle) -> AnyMatch:
    try:
        match: AnyMatch = Match.begin(battle.ruleset, battle.setup)
    except BadSetup as error:
        raise BadFile(f"{name}: {battle.ruleset.title} can't play the set-up: {error}") from error
    return match
