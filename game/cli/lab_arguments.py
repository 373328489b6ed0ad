"""The arguments of commands by which AIs fight many battles."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from game.cli.arguments import BEGINS, CommandParser, add_command, add_setup, add_text, cell, count, jobs

if TYPE_CHECKING:
    from game.lab.arena import Hypotheses


def add_arena(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that has AIs fight many battles and counts who wins."""
    parser = add_command(
        commands,
        "arena",
        "let AIs fight many battles and count who wins",
        "battlemat arena --map gatehouse --battles 200 --ai instinct,trained --jobs 2 --json\n"
        "battlemat arena --map cellar --rules NAME --ai trained,trained:mine.toml --test 50:60 --battles 1000\n"
        "battlemat arena --map cellar --rules NAME --ai instinct --mirror --swap-places --habits",
        "Battles come in pairs with the same dice; in the second one the AIs change sides. With --swap-places they\n"
        "come in fours: in the second pair the sides begin in each other's places. An AI against itself fights every\n"
        "battle once. Ctrl+C ends it with what is known so far.",
    )
    parser.add_argument("--map", metavar="MAP|SCENARIO", required=True, dest="file", help=BEGINS)
    parser.add_argument("--rules", metavar="NAME", help="ruleset for a map; `battlemat rules` lists them")
    parser.add_argument("--battles", metavar="N", type=count, default=200, help="how many (default: %(default)s)")
    parser.add_argument(
        "--test",
        metavar="LOW:HIGH",
        type=_hypotheses,
        help="stop as soon as it is told which share of the decided battles the first AI wins, in per cent, such as "
        "50:60 (sequential test, 5 %% errors); --battles is the most then",
    )
    parser.add_argument("--mirror", action="store_true", help="give both sides the first side's squad")
    parser.add_argument(
        "--swap-places", action="store_true", help="have the sides begin in each other's places in every second pair"
    )
    parser.add_argument(
        "--ai",
        metavar="A,B",
        help="the two AIs, or one for both: LEVEL, or LEVEL:FILE for one with the weights of a file, written like the "
        "ruleset's weights.toml, in the place of the ruleset's; LEVEL@TEMPERAMENT gives all its members one, such as "
        "instinct@bold (default: the strongest level, each member by its own)",
    )
    _add_jobs(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of the first pair (default: %(default)s)")
    parser.add_argument("--rounds", metavar="N", type=count, help="rounds after which a battle is a draw")
    parser.add_argument(
        "--habits",
        action="store_true",
        help="count what the AIs do: actions, empty turns, walks back, reactions taken",
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    add_setup(parser)
    return parser


def add_odds(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that tells who is likely to win."""
    parser = add_command(
        commands,
        "odds",
        "say who is likely to win a battle, by a few quick ones",
        "battlemat odds gatehouse --rules NAME\nbattlemat odds ambush.toml --battles 100 --jobs 2",
        'The AI "instinct" plays both sides, each at its own place. More battles say more: the sentence ends with the\n'
        "95 % interval. Battles in great number, and AIs of your choice: battlemat arena.",
    )
    parser.add_argument("file", metavar="MAP|SCENARIO", help=BEGINS)
    parser.add_argument("--rules", metavar="NAME", help="ruleset for a map; `battlemat rules` lists them")
    parser.add_argument("--battles", metavar="N", type=count, default=20, help="how many (default: %(default)s)")
    _add_jobs(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of the first battle (default: %(default)s)")
    add_setup(parser)
    return parser


def add_learn(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that learns weights, and what it learns them by."""
    parser = add_command(
        commands,
        "learn",
        "learn an AI's weights by battles",
        "battlemat learn --map gatehouse,cellar --rules NAME --battles 5000 --jobs 2 --out mine.toml\n"
        "battlemat arena --map cellar --rules NAME --ai instinct:mine.toml,instinct --test 50:55 --seed 9000",
        "Judge what was learned on other seeds than those of the lesson, as in the second line.\n"
        "Ctrl+C ends it; what was learned so far is written.",
    )
    parser.add_argument(
        "--map", metavar="MAP,MAP", type=_words, required=True, dest="maps", help=BEGINS + "; or several of them"
    )
    parser.add_argument("--rules", metavar="NAME", help="ruleset for maps; `battlemat rules` lists them")
    parser.add_argument(
        "--squads",
        metavar="NAME,NAME:NAME",
        type=_words,
        default=[],
        help="ready squads to learn with on each map, a name for both sides or two (default: the usual foes)",
    )
    parser.add_argument("--table", metavar="NAME", default="options", help="of its weights (default: %(default)s)")
    parser.add_argument(
        "--keep", metavar="FEATURE,FEATURE", type=_words, default=[], help="weights that are not to be touched"
    )
    parser.add_argument("--battles", metavar="N", type=count, default=2000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of the first battles (default: %(default)s)")
    _add_jobs(parser)
    parser.add_argument("--out", metavar="FILE.toml", required=True, help="where to write the table")
    return parser


def add_strengths(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that fits strengths, and to how many battles."""
    parser = add_command(
        commands,
        "strengths",
        "fit how strong units are to battles, by which skirmishes are matched",
        "battlemat strengths --rules NAME --battles 600 --jobs 2 --out strengths.toml",
        'Companies and foes of the ruleset fight on maps made of words, both led by the AI "instinct". A ruleset has\n'
        "the file beside its weights.toml; fit it anew when rules, units or AIs have changed.",
    )
    parser.add_argument("--rules", metavar="NAME", help="ruleset; `battlemat rules` lists them")
    parser.add_argument("--battles", metavar="N", type=count, default=600, help="how many (default: %(default)s)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of maps and battles (default: %(default)s)")
    _add_jobs(parser)
    parser.add_argument("--out", metavar="FILE.toml", required=True, help="where to write the strengths")
    return parser


def add_compare(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that shows the same attack, and the same battle, under one set of rules after the other."""
    parser = add_command(
        commands,
        "compare",
        "show the same attack, and the same battle, under one set of rules after the other",
        "battlemat compare the-same-gatehouse\nbattlemat compare the-same-gatehouse --attacker 3 --target 1 --apart 6\n"
        "battlemat compare the-same-gatehouse --battles 200 --jobs 2",
        "Who attacks and who is attacked are told by their places in the squads, which in a scenario stand for the\n"
        "same part under all rules. The two are alone on the map, in the same cells under all rules, near where the\n"
        "first side begins; of what the one can do to the other the attack is shown that does the most.",
    )
    parser.add_argument("battle", metavar="MAP|SCENARIO", help=BEGINS)
    parser.add_argument("--rules", metavar="NAME,NAME", type=_words, help="rulesets (default: all that can play it)")
    parser.add_argument(
        "--attacker", metavar="N", type=count, default=1, help="member of the first side (default: %(default)s)"
    )
    parser.add_argument(
        "--target", metavar="N", type=count, default=1, help="member of the second side (default: %(default)s)"
    )
    parser.add_argument(
        "--apart", metavar="N", type=count, default=1, help="cells from the one to the other (default: side by side)"
    )
    parser.add_argument("--from", metavar="X,Y", type=cell, dest="stands", help="the attacker's cell; --to as well")
    parser.add_argument("--to", metavar="X,Y", type=cell, help="the target's cell")
    parser.add_argument(
        "--battles",
        metavar="N",
        type=count,
        default=0,
        help='battles of the AI "instinct" by each rules (default: none)',
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of the first battle (default: %(default)s)")
    _add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def add_series(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that has AIs fight a series of contests: what it consists of, and where its battles are kept."""
    parser = add_command(
        commands,
        "lab",
        "fight many battles over rules, maps and AIs, and draw what they come to",
        "battlemat lab --rules glog,murdham --maps gatehouse,cellar --ai instinct,novice --battles 40 --jobs 2\n"
        "battlemat lab plan.toml --out results --jobs 2",
        "Each combination of rules, map, squads, settings and two of the AIs is one contest, fought as by battlemat\n"
        "arena. Battles are kept in a folder as they end: the same command goes on where it was stopped, and when all\n"
        "are there it tells the figures again. A plan is a TOML file of the words of the options, such as\n"
        'maps = ["gatehouse", "cellar"]; what the command line says goes before it.',
    )
    parser.add_argument("plan", nargs="?", metavar="PLAN.toml", help="a file that says what is fought")
    parser.add_argument("--maps", metavar="MAP,MAP", type=_words, help=BEGINS + "; or several of them")
    parser.add_argument("--rules", metavar="NAME,NAME", type=_words, help="rulesets (default: all that can play a map)")
    parser.add_argument(
        "--ai",
        metavar="AI,AI",
        type=_words,
        help="AIs as of battlemat arena; each fights each other one, and one alone itself (default: the strongest)",
    )
    parser.add_argument(
        "--squads",
        metavar="NAME,NAME:NAME",
        type=_words,
        help="ready squads for maps, a name for both sides or two; where rules have none of them the usual foes",
    )
    parser.add_argument(
        "--set",
        metavar="KEY=CHOICE,CHOICE",
        action="append",
        default=[],
        dest="settings",
        help="fight with each of these choices, by rules that have the setting; may be given again",
    )
    parser.add_argument("--battles", metavar="N", type=count, help="of each contest (default: 40)")
    parser.add_argument("--seed", metavar="N", type=int, help="of the first battles of each contest (default: 1)")
    parser.add_argument("--rounds", metavar="N", type=count, help="rounds after which a battle is a draw (default: 60)")
    for option, what in (
        ("--mirror", "give both sides the first side's squad"),
        ("--swap-places", "have the sides begin in each other's places in every second pair"),
        ("--habits", "count what the AIs do, which takes its time"),
    ):
        parser.add_argument(option, action="store_true", default=None, help=what)
    where = parser.add_mutually_exclusive_group()
    _add_jobs(where)
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="have the workers of dask.distributed fight, by their scheduler's address such as 10.0.0.1:8786, or "
        "tls://10.0.0.1:8786 with certificates by dask's own settings; they run what anybody sends who reaches them, "
        "and nothing that they answer is run here",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", help="where battles and page are kept (default: PLAN-lab or lab, here)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    return parser


def add_audit(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command that tells whether what is shown as likely happens as often."""
    parser = add_command(
        commands,
        "audit",
        "say whether what is shown as likely happens as often",
        "battlemat audit --rules NAME --figures 2000\nbattlemat audit --figures 100000 --jobs 2 --out odds.svg",
        "AIs fight; each attack or the like that they decide on is weighed as the window weighs it, and played four\n"
        "times from there with dice of its own. A line for each part of the chances: what was told, and what came.\n"
        "The exit code is 1 where a part is off by more than three standard errors, or what was sure did not happen.",
    )
    parser.add_argument("--rules", metavar="NAME,NAME", type=_words, help="rulesets (default: all)")
    parser.add_argument(
        "--maps",
        metavar="MAP,MAP",
        type=_words,
        default=["gatehouse", "cellar", "woodland-road"],
        help="where they fight, in turn (default: gatehouse,cellar,woodland-road)",
    )
    parser.add_argument("--figures", metavar="N", type=count, default=2000, help="of each (default: %(default)s)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of the first battle (default: %(default)s)")
    _add_jobs(parser)
    parser.add_argument("--out", metavar="OUT.svg", help="draw told against what came, a diagram for each ruleset")
    return parser


def _add_jobs(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--jobs", metavar="N", type=jobs, default=1, help="processes at a time (default: %(default)s)")


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _hypotheses(text: str) -> Hypotheses:
    from game.lab.arena import read_hypotheses

    try:
        return read_hypotheses(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def add_puzzle(commands: argparse._SubParsersAction[CommandParser]) -> argparse.ArgumentParser:
    """The command about puzzles: which one is played or proven, or by which rules more are found."""
    parser = add_command(
        commands,
        "puzzle",
        "list puzzles, play one in this terminal, prove one anew, or find more",
        "battlemat puzzle\nbattlemat puzzle NAME\nbattlemat puzzle --prove NAME\n"
        "battlemat puzzle --find --rules NAME --count 3 --out puzzles",
        "A puzzle is a moment of a battle in which one line of play is far better than all others that were searched,\n"
        "by the rules' own odds, and something else looks better at first sight. --find has AIs fight and searches\n"
        "moments of their battles; the same seed finds the same puzzles.",
    )
    parser.later = _add_puzzle_arguments
    return parser


def _add_puzzle_arguments(parser: CommandParser) -> None:
    from game.files.lessons import AIMS

    parser.add_argument("name", nargs="?", metavar="PUZZLE", help="a shipped puzzle, or a file that was found")
    parser.add_argument("--prove", action="store_true", help="search its lines anew and tell the solution")
    parser.add_argument("--find", action="store_true", help="search battles for puzzles")
    parser.add_argument("--rules", metavar="NAME", help="ruleset: whose puzzles are listed, or found")
    parser.add_argument(
        "--aim", action="append", choices=AIMS, help="what is to be reached; may be given again (default: any)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, help="what battles or dice follow from (default: 1, or by lot)"
    )
    parser.add_argument("--count", metavar="N", type=count, default=1, help="puzzles to find (default: %(default)s)")
    parser.add_argument("--out", metavar="FOLDER", default="puzzles", help="where to write them (default: %(default)s)")
    add_text(parser)
