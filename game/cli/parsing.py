"""Commands as data: what a command is told is a Struct whose fields are its arguments, of which a parser is made.

A field is annotated with the ``ArgumentField`` or ``OptionField`` that fills it; its default is the field's own, and
its type says how it is read. A field whose type is another Struct takes the options of that one.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc, get_annotations
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar, get_args

import msgspec

from game.play.crash import MENDABLE_CODE
from game.user_error import brief

if TYPE_CHECKING:
    from game.lab.arena import Hypotheses

MOST_JOBS = 60
"""Processes at a time: no system is known that minds so many."""

_Request = TypeVar("_Request", bound=type[msgspec.Struct])


class OptionField(msgspec.Struct, frozen=True):
    """What fills a field of a command after a flag: a switch, unless it has a metavar or choices."""

    help: str
    metavar: str = ""
    flag: str = ""
    """Empty for the field's name."""
    read: Callable[[str], Any] | None = None
    """None for what the field's type says."""
    choices: str = ""
    """Module and name of what may be said where the type has no literals, not read before the command is needed."""
    repeated: bool = False
    """Whether it may be given again."""


class ArgumentField(msgspec.Struct, frozen=True):
    """What fills a field of a command by its place."""

    help: str
    metavar: str
    count: str = ""
    """How many there may be, as argparse writes it: "?", "*" or "+"."""


class Command(NamedTuple):
    """A command of the program: how it is called and told of, what it is told, and where its function stands."""

    request: type[msgspec.Struct]
    handler: str
    """Module and name of the function that takes the request and a CrashReporter and gives the exit code."""
    examples: Sequence[str]
    exclusive: Sequence[str]
    """Fields of which one alone may be said."""
    needed: bool
    """Whether one of those has to be."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add what the request's fields say to a parser."""
        group = parser.add_mutually_exclusive_group(required=self.needed) if self.exclusive else parser
        self._add_fields(parser, group, self.request)

    def _add_fields(
        self, parser: argparse._ActionsContainer, group: argparse._ActionsContainer, request: type[msgspec.Struct]
    ) -> None:
        defaults = request.__struct_defaults__
        needed = len(request.__struct_fields__) - len(defaults)
        for name, default in zip(request.__struct_fields__, (*[msgspec.NODEFAULT] * needed, *defaults), strict=True):
            type_: Any = get_annotations(request)[name]
            if not hasattr(type_, "__metadata__"):
                self._add_fields(parser, group, type_)
                continue
            (said,) = type_.__metadata__
            given: dict[str, Any] = {"help": said.help, "default": None}
            if default and default is not msgspec.NODEFAULT and "(default" not in said.help:
                given["help"] += f" (default: {default})"
            if said.metavar:
                given["metavar"] = said.metavar
            if isinstance(said, ArgumentField):
                read = str if said.count in ("*", "+") else _reader(type_.__origin__)
                parser.add_argument(name, **given, type=read, nargs=said.count or None)
                continue
            choices = _literals(type_.__origin__) or list(resolve_name(said.choices) if said.choices else ())
            if choices:
                given["choices"] = choices
            if said.repeated:
                given["action"] = "append"
            elif said.metavar:
                given["type"] = said.read or _reader(type_.__origin__)
            elif not choices:
                given["action"] = "store_true"
            where = group if name in self.exclusive else parser
            flag, required = said.flag or f"--{name.replace('_', '-')}", default is msgspec.NODEFAULT
            where.add_argument(flag, **given, dest=name, required=required)


COMMANDS: dict[str, Command] = {}


def command(
    name: str, handler: str, *examples: str, exclusive: Sequence[str] = (), needed: bool = False
) -> Callable[[_Request], _Request]:
    """Make a Struct the request of a command, which its docstring tells of; ``examples`` are without the program."""

    def register(request: _Request) -> _Request:
        COMMANDS[name] = Command(request, handler, examples, exclusive, needed)
        return request

    return register


class CommandParser(argparse.ArgumentParser):
    """argparse, with the way to more help in its complaints; arguments of a command are added when they are needed."""

    command: Command | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._complete()
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        self._complete()
        return super().format_help()

    def _complete(self) -> None:
        waiting, self.command = self.command, None
        if waiting is not None:
            waiting.add_arguments(self)

    def error(self, message: str) -> NoReturn:
        self.exit(MENDABLE_CODE, brief(f"{self.prog}: {message}. See {self.prog} --help.") + "\n")


def parse(argv: Sequence[str], about: str, version: str) -> tuple[Command, msgspec.Struct]:
    """The command that the words ``argv`` give, and what it is told; ``about`` and ``version`` are the program's.

    Raises SystemExit for help, and for what can't be parsed.
    """
    plain = argparse.RawDescriptionHelpFormatter
    parser = CommandParser(prog="battlemat", description=about, formatter_class=plain)
    parser.add_argument("--version", action="version", version=f"battlemat {version}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, each in COMMANDS.items():
        about, _, more = cleandoc(each.request.__doc__ or name).partition("\n\n")
        own = commands.add_parser(
            name,
            help=f"{about[0].lower()}{about[1:].rstrip('.')}",
            description=f"{about}\n\n{more}" if more else about,
            epilog="\n".join(("examples:", *(f"  battlemat {line}" for line in each.examples))),
            formatter_class=plain,
        )
        own.command = each
    given = vars(parser.parse_args(argv))
    found = COMMANDS[given.pop("command") or "play"]
    return found, _built(found.request, given)


def _built(request: type[msgspec.Struct], given: Mapping[str, object]) -> msgspec.Struct:
    values: dict[str, object] = {}
    for name, type_ in get_annotations(request).items():
        if not hasattr(type_, "__metadata__"):
            values[name] = _built(type_, given)
        elif given.get(name) is not None:
            values[name] = given[name]
    return request(**values)


def _reader(type_: Any) -> Callable[[str], Any]:
    """What reads a value of that type, or of that type or None."""
    return next((_READERS[each] for each in (type_, *get_args(type_)) if each in _READERS), str)


def _literals(type_: Any) -> list[str]:
    """The strings of a type that is made of them, or of that or None."""
    return [value for each in (type_, *get_args(type_)) for value in get_args(each) if isinstance(value, str)]


def words(text: str) -> list[str]:
    """The words between commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def positive(text: str) -> int:
    """A number from 1 up. Raises ArgumentTypeError."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return number


def jobs(text: str) -> int:
    """A number of processes. Raises ArgumentTypeError."""
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST_JOBS}")
    return number


def lengths(text: str) -> tuple[float, float]:
    """One number for both, or two with a comma between. Raises ArgumentTypeError."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2):
        raise argparse.ArgumentTypeError(f"{text!r} is no length in pixels; write one number, or two as 71.5,70")
    return numbers[0], numbers[-1]


def cell(text: str) -> tuple[int, int]:
    """A cell, as column,row. Raises ArgumentTypeError."""
    column, comma, row = text.partition(",")
    if not comma or not column.strip().isdecimal() or not row.strip().isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a cell; write column,row such as 12,5")
    return int(column), int(row)


def hypotheses(text: str) -> "Hypotheses":
    """Two shares of decided battles, in per cent. Raises ArgumentTypeError."""
    from game.lab.arena import read_hypotheses

    try:
        return read_hypotheses(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


_READERS: Mapping[Any, Callable[[str], Any]] = {
    int: int,
    Path: Path,
    Sequence[str]: words,
    tuple[float, float]: lengths,
    tuple[int, int]: cell,
}
