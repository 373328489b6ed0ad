"""The commands' parser, the arguments that more than one takes, and how they are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NoReturn

from game.play.crash import MENDABLE_CODE
from game.user_error import brief

FILES = (
    "a map (.tmx, .tmj, .uvtt, .png), a scenario (.toml), a battle in one file (.battlemat), a save or a battle file; "
    "the name of a shipped one is enough"
)
BEGINS = "a map (.tmx, .tmj, .uvtt, .png) or a scenario (.toml); the name of a shipped one is enough"

MAP = "a map (.tmx, .tmj, .uvtt, .png); the name of a shipped one is enough"

MOST_JOBS = 60
"""Processes at a time: no system is known that minds so many."""


class CommandParser(argparse.ArgumentParser):
    """argparse, with the way to more help in its complaints, and arguments that are added when they are asked for."""

    later: Callable[[CommandParser], object] | None = None
    """Adds the arguments that wait for what other modules know; they are not needed to list the commands."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._complete()
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        self._complete()
        return super().format_help()

    def _complete(self) -> None:
        later, self.later = self.later, None
        if later is not None:
            later(self)

    def error(self, message: str) -> NoReturn:
        self.exit(MENDABLE_CODE, brief(f"{self.prog}: {message}. See {self.prog} --help.") + "\n")


def add_command(
    commands: argparse._SubParsersAction[CommandParser], name: str, what: str, examples: str, more: str = ""
) -> CommandParser:
    """A command with ``what`` it does, a line for each example, and what there is to say besides."""
    about = f"{what[0].upper()}{what[1:]}." + (f"\n\n{more}" if more else "")
    shown = "examples:\n" + "\n".join(f"  {line}" for line in examples.splitlines())
    return commands.add_parser(
        name, help=what, description=about, epilog=shown, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_battle(parser: argparse.ArgumentParser) -> None:
    """What is played, by whom and by which dice."""
    parser.add_argument("file", nargs="?", metavar="MAP|SCENARIO|SAVE", help=FILES)
    add_players(parser)
    add_setup(parser)


def add_players(parser: argparse.ArgumentParser) -> None:
    """By which rules and dice a battle is played, by whom, and how difficult it is."""
    parser.add_argument("--rules", metavar="NAME", help="ruleset for a map; `battlemat rules` lists them")
    parser.add_argument(
        "--seats",
        metavar="WHO,WHO",
        help="who plays the sides in order: human, ai or ai:LEVEL; or by name, such as foe=human,referee=human "
        "(default: human,ai)",
    )
    parser.add_argument(
        "--ai", metavar="LEVEL", help="level of the AIs that none is named for (default: the scenario's, or instinct)"
    )
    parser.add_argument("--seed", metavar="N", type=int, help="what the dice follow from (default: drawn by lot)")
    parser.add_argument(
        "--dice", choices=("seeded", "typed"), help="typed: roll real dice and type what they show (default: seeded)"
    )
    parser.add_argument(
        "--difficulty",
        choices=("easier", "even", "harder"),
        help="change who fights against you, as the strengths of units foresee it; tells what it changed",
    )
    parser.add_argument(
        "--try-out", action="store_true", help="change them until quick battles come out so, which takes a while"
    )
    parser.set_defaults(drawn=False, players=False)


def add_open(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command by which a desktop opens files."""
    parser = add_command(
        commands,
        "open",
        "open the window with a file, as if it had been dropped on the title",
        "battlemat open night-raid.battlemat\nbattlemat open lost.save\nbattlemat lost.save",
        "A battle under way goes on, a record is watched, a battle in one file is taken in, a map is looked over. The\n"
        "word `open` may be left out. A battle that another window plays goes on here in a save of its own.",
    )
    # not ``file``, whose grid is told of in a terminal
    parser.add_argument("opened", nargs="?", metavar="FILE", help=f"{FILES} (default: the title)")
    return parser


def add_desktop(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that tells a desktop of the game."""
    parser = add_command(
        commands,
        "desktop",
        "put the game into this desktop's menu, and open its files by a double click",
        "battlemat desktop --install\nbattlemat desktop --remove",
        "For you alone, nothing of the system is touched: an entry, an icon, and the file types .battlemat, .save and\n"
        ".battle. For Linux and its kin (XDG). --remove takes all of it away again.",
    )
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("--install", action="store_true", help="write it, or write it anew after the game has moved")
    wanted.add_argument("--remove", action="store_true", help="take it away; saves and settings stay")
    return parser


def add_text(parser: argparse.ArgumentParser) -> None:
    """How a terminal tells a battle."""
    parser.add_argument("--board", action="store_true", help="draw the board before every question")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="for a screen reader: words in place of signs, one thing a line, no colours (as where TERM is dumb)",
    )
    parser.add_argument("--no-chances", action="store_true", help="list attacks without their chances (quicker)")


def add_skirmish(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that makes a battle of a word: what is not to follow from that, and how it is played."""
    parser = add_command(
        commands,
        "skirmish",
        "play a fresh battle on a map that is made of a word, or write it",
        "battlemat skirmish --rules NAME\nbattlemat skirmish heron --rules NAME --kind dungeon --difficulty even\n"
        "battlemat skirmish heron --rules NAME --size large --out battles",
        "The same word, rules, kind, size, aim and difficulty make the same battle on every machine; without a word\n"
        "one is drawn by lot and told. What --out writes is a map of Tiled and a scenario, to be changed and shared.",
    )
    parser.later = _add_skirmish_arguments
    return parser


def _add_skirmish_arguments(parser: CommandParser) -> None:
    from game.files.generate import KINDS
    from game.lab.skirmish import SKIRMISH_AIMS

    _add_word(parser)
    parser.add_argument(
        "--kind", choices=sorted(KINDS), default="", help="kind of map (default: follows from the word)"
    )
    parser.add_argument(
        "--aim", choices=list(SKIRMISH_AIMS), default="", help="what is fought for (default: follows from the word)"
    )
    parser.add_argument("--out", metavar="FOLDER", help="write map and scenario there, and don't play")
    parser.add_argument("--text", action="store_true", help="play in this terminal, not in the window")
    add_players(parser)
    add_settings(parser)
    add_text(parser)


def add_expedition(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that leads one company from battle to battle over a map."""
    parser = add_command(
        commands,
        "expedition",
        "lead one company over a map of places, in this terminal",
        "battlemat expedition --rules NAME\nbattlemat expedition heron --rules NAME --page heron.md",
        "Wounds and gear go with the company from one battle to the next, and who falls stays fallen; between battles\n"
        "it rests, and goes where a road leads. It is kept after each, and gone on with by the same words.",
    )
    parser.later = _add_expedition_arguments
    return parser


def _add_expedition_arguments(parser: CommandParser) -> None:
    from game.ai import LEVELS
    from game.lab.difficulty import AIMS

    _add_word(parser)
    parser.add_argument("--rules", metavar="NAME", help="ruleset; `battlemat rules` lists them")
    parser.add_argument(
        "--difficulty", choices=list(AIMS), default="even", help="how strong the others are (default: %(default)s)"
    )
    parser.add_argument(
        "--opponent", choices=list(LEVELS), default="instinct", help="who plays the others (default: %(default)s)"
    )
    parser.add_argument("--anew", action="store_true", help="begin it again if that word is under way")
    parser.add_argument("--page", metavar="FILE", help="write what has happened to a Markdown file on leaving")
    add_text(parser)


def _add_word(parser: argparse.ArgumentParser) -> None:
    """What fresh battles follow from, and how large their maps are."""
    from game.files.generate import SIZES, USUAL_SIZE

    parser.add_argument(
        "word",
        nargs="?",
        default="",
        metavar="WORD",
        help="any word or words (default: drawn by lot); of two with a + "
        "between them the map follows from the first and the squads from the second",
    )
    parser.add_argument("--week", action="store_true", help="the word of this week, the same for everybody")
    sizes = list(SIZES)
    parser.add_argument("--size", choices=sizes, default=USUAL_SIZE, help="size of a map (default: %(default)s)")


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Squads, units and settings of a battle."""
    parser.add_argument(
        "--squads", metavar="NAME,NAME", help="ready squads for the sides of a map; `battlemat rules NAME` lists them"
    )
    parser.add_argument("--roster", metavar="FILE", help="units and squads of your own for a map, as TOML")
    add_settings(parser)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Settings of the rules."""
    parser.add_argument(
        "--set",
        metavar="KEY=CHOICE",
        action="append",
        default=[],
        dest="settings",
        help="a setting of the ruleset, or KEY=ask to ask the referee's seat; may be given again",
    )


def add_new(parser: argparse.ArgumentParser) -> None:
    """A map, the rules, and where the scenario goes."""
    parser.add_argument("file", metavar="MAP", help=MAP)
    parser.add_argument("--rules", metavar="NAME", help="ruleset; `battlemat rules` lists them")
    parser.add_argument("--out", metavar="FILE", help="where to write it (default: beside the map, or here)")


def add_new_ruleset(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that begins a ruleset: what it is called, on which places it is played, and where it goes."""
    parser = add_command(
        commands,
        "new-ruleset",
        "write a package with a small ruleset, to be changed into one of your own",
        "battlemat new-ruleset river-war\nbattlemat new-ruleset river-war --zones --out ~/games/river-war",
        "It plays at once, in the window, in a terminal and in the arena: pip install -e battlemat-river-war, or move\n"
        "it where battlemat rules says, then battlemat play gatehouse --rules river-war. Its tests come along; the\n"
        "guide says how to go on.",
    )
    parser.add_argument("name", metavar="NAME", help="what it is called: small letters, digits, - and _")
    parser.add_argument("--zones", action="store_true", help="on zones and their borders (default: on cells)")
    parser.add_argument("--out", metavar="FOLDER", help="where to write it (default: battlemat-NAME, here)")
    return parser


def add_pack(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that packs a battle: a scenario, and where the file goes."""
    parser = add_command(
        commands,
        "pack",
        "put a scenario and all that it reads into one file, to be shared",
        "battlemat pack my-scenario.toml\nbattlemat pack my-scenario.toml --out night-raid.battlemat",
        "Map, tilesets, templates, pictures and roster come along, and the file says by hashes whether it is whole.\n"
        "Whoever gets it can play it, check it, or drop it on the window.",
    )
    parser.add_argument("file", metavar="SCENARIO", help="a scenario (.toml); the name of a shipped one is enough")
    parser.add_argument("--out", metavar="FILE", help="where to write it (default: its name, with .battlemat, here)")
    return parser


def add_export(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that writes a map for others: a map, and where the other one goes."""
    parser = add_command(
        commands,
        "export",
        "write a map in Universal VTT, as other virtual tables read it",
        "battlemat export gatehouse\nbattlemat export my-map.tmx --out my-map.dd2vtt",
        "Picture, walls, doors, windows and lights, as corrected. What the format has no word for is left out.",
    )
    parser.add_argument("file", metavar="MAP", help=MAP)
    parser.add_argument("--out", metavar="FILE", help="where to write it (default: its name, with .uvtt, here)")
    return parser


def add_grid(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command about grids: a picture, and where its grid lies."""
    parser = add_command(
        commands,
        "grid",
        "say where the grid of a map lies that is a picture, or how it was found",
        "battlemat grid inn.png\nbattlemat grid inn.png --cell 70 --origin 12,8\nbattlemat grid inn.png --size 30,24",
        "A picture is a map once its cells are known: by its name (inn [30x24].png, inn 70ppi.jpg), by the lines that\n"
        "are printed on it, or as is said here and kept beside it. --size alone parts the whole picture.",
    )
    parser.add_argument("file", metavar="PICTURE", help="a map that is a picture (.png, .jpg, .webp)")
    parser.add_argument("--cell", metavar="W[,H]", type=lengths, help="pixels of a cell, such as 70 or 71.5")
    parser.add_argument("--origin", metavar="X,Y", type=lengths, help="the pixel at which the first cell begins")
    parser.add_argument("--size", metavar="COLUMNS,ROWS", type=cell, help="cells across and down (default: all)")
    parser.add_argument("--find", action="store_true", help="forget what was said, and go by its name or lines")
    return parser


def add_allow(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command about folders that maps may read: one of them, and whether it is to be forgotten."""
    parser = add_command(
        commands,
        "allow",
        "let maps read tilesets and pictures from a whole folder",
        "battlemat allow projects/harbour\nbattlemat allow projects/harbour --forget",
        "For maps in it that name files above their own folder's parent. Without a folder: those that are allowed.",
    )
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="a folder that holds maps and what they name")
    parser.add_argument("--forget", action="store_true", help="allow it no longer")
    return parser


def add_check(parser: argparse.ArgumentParser) -> None:
    """What is checked, and the picture that is drawn of it."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a map, world, scenario, shared battle, roster, save or battle file",
    )
    parser.add_argument(
        "--picture",
        metavar="OUT.png",
        help="draw the map with walls, slits, heights, zones, borders, spawns and features over it",
    )


def add_sight(parser: argparse.ArgumentParser) -> None:
    """From where on which map, and to where."""
    parser.add_argument("file", metavar="MAP", help=MAP)
    parser.add_argument("--from", metavar="X,Y", type=cell, required=True, dest="viewer", help="who looks")
    parser.add_argument("--to", metavar="X,Y", type=cell, dest="target", help="at whom")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_replay(parser: argparse.ArgumentParser) -> None:
    """What is played again, and what is made of it."""
    parser.add_argument("file", metavar="FILE", help="a save or a .battle file")
    parser.add_argument("--write", metavar="OUT.battle", help="write the battle, as it is told now, as a battle file")
    parser.add_argument(
        "--export",
        metavar="OUT.gif|OUT.html|OUT.txt",
        help="write it as an animated picture, as a page that any browser plays, or as text",
    )


def count(text: str) -> int:
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
