"""What each command is told, from which its parser is made; read by every start, so nothing heavy is imported here."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from game.cli.parsing import ArgumentField, OptionField, command, hypotheses, jobs, positive

if TYPE_CHECKING:
    from game.files.lessons import AimKind
    from game.files.scenario import PlayerKind
    from game.lab.arena import Hypotheses

_ANY = (
    "a map (.tmx, .tmj, .uvtt, .png), a scenario (.toml), a battle in one file (.battlemat), a save or a battle file; "
    "the name of a shipped one is enough"
)
_BATTLE = "a map (.tmx, .tmj, .uvtt, .png) or a scenario (.toml); the name of a shipped one is enough"
_MAP = "a map (.tmx, .tmj, .uvtt, .png); the name of a shipped one is enough"

Difficulty = Literal["easier", "even", "harder"]
Rules = Annotated[str | None, OptionField("ruleset; `battlemat rules` lists them", "NAME")]
MapRules = Annotated[str | None, OptionField("ruleset for a map; `battlemat rules` lists them", "NAME")]
Jobs = Annotated[int, OptionField("processes at a time", "N", read=jobs)]
FirstSeed = Annotated[int, OptionField("of the first battle", "N")]
Battles = Annotated[int, OptionField("how many", "N", read=positive)]
SettingsField = Annotated[
    Sequence[str],
    OptionField(
        "a setting of the ruleset, or KEY=ask to ask the referee's seat; may be given again",
        "KEY=CHOICE",
        flag="--set",
        repeated=True,
    ),
]


def _by_side(text: str) -> list[str]:
    """Names in the order of the sides, an empty one for what the map says."""
    return [name.strip() for name in text.split(",")] if text else []


class PlayersRequest(Struct, frozen=True):
    """By which rules and dice a battle is played, by whom, and how difficult it is."""

    rules: MapRules = None
    seats: Annotated[
        str,
        OptionField(
            "who plays the sides in order: human, ai or ai:LEVEL; or by name, such as foe=human,referee=human "
            "(default: human,ai)",
            "WHO,WHO",
        ),
    ] = ""
    ai: Annotated[
        str | None,
        OptionField("level of the AIs that none is named for (default: the scenario's, or instinct)", "LEVEL"),
    ] = None
    seed: Annotated[int | None, OptionField("what the dice follow from (default: drawn by lot)", "N")] = None
    dice: Annotated[
        Literal["seeded", "typed"] | None,
        OptionField("typed: roll real dice and type what they show (default: seeded)"),
    ] = None
    difficulty: Annotated[
        Difficulty | None,
        OptionField("change who fights against you, as the strengths of units foresee it; tells what it changed"),
    ] = None
    try_out: Annotated[bool, OptionField("change them until quick battles come out so, which takes a while")] = False


class SetupRequest(Struct, frozen=True):
    """Squads, units and settings of a battle."""

    squads: Annotated[
        Sequence[str],
        OptionField(
            "ready squads for the sides of a map; `battlemat rules NAME` lists them", "NAME,NAME", read=_by_side
        ),
    ] = ()
    roster: Annotated[Path | None, OptionField("units and squads of your own for a map, as TOML", "FILE")] = None
    settings: SettingsField = ()


class TellingRequest(Struct, frozen=True):
    """How a terminal tells a battle."""

    board: Annotated[bool, OptionField("draw the board before every question")] = False
    plain: Annotated[
        bool,
        OptionField(
            "for a screen reader: words in place of signs, one thing a line, no colours (as where TERM is dumb)",
        ),
    ] = False
    no_chances: Annotated[bool, OptionField("list attacks without their chances (quicker)")] = False


class WordRequest(Struct, frozen=True):
    """What fresh battles follow from, and how large their maps are."""

    word: Annotated[
        str,
        ArgumentField(
            "any word or words (default: drawn by lot); of two with a + between them the map follows from the first "
            "and the squads from the second",
            "WORD",
            "?",
        ),
    ] = ""
    week: Annotated[bool, OptionField("the word of this week, the same for everybody")] = False
    size: Annotated[str, OptionField("size of a map", choices="game.files.generate:SIZES")] = "small"


# --- playing ---


@command(
    "play",
    "game.cli.playing:run_play",
    "play gatehouse --rules NAME --seats human,ai",
    "play ambush.toml --seats human,human",
)
class PlayCommand(Struct, frozen=True):
    """Play a battle in the window."""

    file: Annotated[str | None, ArgumentField(_ANY, "MAP|SCENARIO|SAVE", "?")] = None
    players: PlayersRequest = PlayersRequest()
    setup: SetupRequest = SetupRequest()
    for_players: Annotated[
        bool, OptionField("open a second window for players: it shows what the party knows", flag="--players")
    ] = False


@command(
    "text",
    "game.cli.playing:run_text",
    "text gatehouse --seats human,ai:trained",
    "text gatehouse --seed 7 < answers.txt",
)
class TextCommand(Struct, frozen=True):
    """Play the same battle in a terminal.

    The options are listed with numbers and keys; type either, or ? for everything else that may be typed.
    Input may come through a pipe; the transcript is a good fault report.
    """

    file: Annotated[str | None, ArgumentField(_ANY, "MAP|SCENARIO|SAVE", "?")] = None
    players: PlayersRequest = PlayersRequest()
    setup: SetupRequest = SetupRequest()
    telling: TellingRequest = TellingRequest()


@command("open", "game.cli.playing:run_open", "open night-raid.battlemat", "open lost.save", "lost.save")
class OpenCommand(Struct, frozen=True):
    """Open the window with a file, as if it had been dropped on the title.

    A battle under way goes on, a record is watched, a battle in one file is taken in, a map is looked over. The
    word `open` may be left out. A battle that another window plays goes on here in a save of its own.
    """

    opened: Annotated[Path | None, ArgumentField(f"{_ANY} (default: the title)", "FILE", "?")] = None


@command(
    "desktop",
    "game.cli.desktop:run_desktop",
    "desktop --install",
    "desktop --remove",
    exclusive=("install", "remove"),
    needed=True,
)
class DesktopCommand(Struct, frozen=True):
    """Put the game into this desktop's menu, and open its files by a double click.

    For you alone, nothing of the system is touched: an entry, an icon, and the file types .battlemat, .save and
    .battle. For Linux and its kin (XDG). --remove takes all of it away again.
    """

    install: Annotated[bool, OptionField("write it, or write it anew after the game has moved")] = False
    remove: Annotated[bool, OptionField("take it away; saves and settings stay")] = False


@command(
    "skirmish",
    "game.cli.made_battles:run_skirmish",
    "skirmish --rules NAME",
    "skirmish heron --rules NAME --kind dungeon --difficulty even",
    "skirmish heron --rules NAME --size large --out battles",
)
class SkirmishCommand(Struct, frozen=True):
    """Play a fresh battle on a map that is made of a word, or write it.

    The same word, rules, kind, size, aim and difficulty make the same battle on every machine; without a word
    one is drawn by lot and told. What --out writes is a map of Tiled and a scenario, to be changed and shared.
    """

    made_of: WordRequest = WordRequest()
    kind: Annotated[
        str, OptionField("kind of map (default: follows from the word)", choices="game.files.generate:KINDS")
    ] = ""
    aim: Annotated[
        str,
        OptionField("what is fought for (default: follows from the word)", choices="game.lab.skirmish:SKIRMISH_AIMS"),
    ] = ""
    out: Annotated[Path | None, OptionField("write map and scenario there, and don't play", "FOLDER")] = None
    text: Annotated[bool, OptionField("play in this terminal, not in the window")] = False
    players: PlayersRequest = PlayersRequest()
    settings: SettingsField = ()
    telling: TellingRequest = TellingRequest()


@command(
    "expedition",
    "game.cli.made_battles:run_expedition",
    "expedition --rules NAME",
    "expedition heron --rules NAME --page heron.md",
)
class ExpeditionCommand(Struct, frozen=True):
    """Lead one company over a map of places, in this terminal.

    Wounds and gear go with the company from one battle to the next, and who falls stays fallen; between battles
    it rests, and goes where a road leads. It is kept after each, and gone on with by the same words.
    """

    made_of: WordRequest = WordRequest()
    rules: Rules = None
    difficulty: Annotated[Difficulty, OptionField("how strong the others are")] = "even"
    opponent: Annotated["PlayerKind", OptionField("who plays the others", choices="game.ai:LEVELS")] = "instinct"
    anew: Annotated[bool, OptionField("begin it again if that word is under way")] = False
    page: Annotated[Path | None, OptionField("write what has happened to a Markdown file on leaving", "FILE")] = None
    trial: Annotated[
        int, OptionField("have AIs play those of N words whole, and tell how far they come", "N", read=positive)
    ] = 0
    jobs: Jobs = 1
    telling: TellingRequest = TellingRequest()


# --- battles among AIs ---


@command(
    "arena",
    "game.cli.lab:run_arena",
    "arena --map gatehouse --battles 200 --ai instinct,trained --jobs 2 --json",
    "arena --map cellar --rules NAME --ai trained,trained:mine.toml --test 50:60 --battles 1000",
    "arena --map cellar --rules NAME --ai instinct --mirror --swap-places --habits",
)
class ArenaCommand(Struct, frozen=True):
    """Let AIs fight many battles and count who wins.

    Battles come in pairs with the same dice; in the second one the AIs change sides. With --swap-places they
    come in fours: in the second pair the sides begin in each other's places. An AI against itself fights every
    battle once. Ctrl+C ends it with what is known so far.
    """

    file: Annotated[str, OptionField(_BATTLE, "MAP|SCENARIO", flag="--map")]
    rules: MapRules = None
    battles: Battles = 200
    test: Annotated[
        "Hypotheses | None",
        OptionField(
            "stop as soon as it is told which share of the decided battles the first AI wins, in per cent, such as "
            "50:60 (sequential test, 5 %% errors); --battles is the most then",
            "LOW:HIGH",
            read=hypotheses,
        ),
    ] = None
    mirror: Annotated[bool, OptionField("give both sides the first side's squad")] = False
    swap_places: Annotated[bool, OptionField("have the sides begin in each other's places in every second pair")] = (
        False
    )
    ai: Annotated[
        str | None,
        OptionField(
            "the two AIs, or one for both: LEVEL, or LEVEL:FILE for one with the weights of a file, written like the "
            "ruleset's weights.toml, in the place of the ruleset's; LEVEL@TEMPERAMENT gives all its members one, such "
            "as instinct@bold (default: the strongest level, each member by its own)",
            "A,B",
        ),
    ] = None
    jobs: Jobs = 1
    seed: Annotated[int, OptionField("of the first pair", "N")] = 1
    rounds: Annotated[int | None, OptionField("rounds after which a battle is a draw", "N", read=positive)] = None
    habits: Annotated[bool, OptionField("count what the AIs do: actions, empty turns, walks back, reactions taken")] = (
        False
    )
    json: Annotated[bool, OptionField("print the result as one JSON object")] = False
    setup: SetupRequest = SetupRequest()


@command("odds", "game.cli.lab:run_odds", "odds gatehouse --rules NAME", "odds ambush.toml --battles 100 --jobs 2")
class OddsCommand(Struct, frozen=True):
    """Say who is likely to win a battle, by a few quick ones.

    The AI "instinct" plays both sides, each at its own place. More battles say more: the sentence ends with the
    95 % interval. Battles in great number, and AIs of your choice: battlemat arena.
    """

    file: Annotated[str, ArgumentField(_BATTLE, "MAP|SCENARIO")]
    rules: MapRules = None
    battles: Battles = 20
    jobs: Jobs = 1
    seed: FirstSeed = 1
    setup: SetupRequest = SetupRequest()


@command(
    "compare",
    "game.cli.lab:run_compare",
    "compare the-same-gatehouse",
    "compare the-same-gatehouse --attacker 3 --target 1 --apart 6",
    "compare the-same-gatehouse --battles 200 --jobs 2",
)
class CompareCommand(Struct, frozen=True):
    """Show the same attack, and the same battle, under one set of rules after the other.

    Who attacks and who is attacked are told by their places in the squads, which in a scenario stand for the
    same part under all rules. The two are alone on the map, in the same cells under all rules, near where the
    first side begins; of what the one can do to the other the attack is shown that does the most.
    """

    battle: Annotated[str, ArgumentField(_BATTLE, "MAP|SCENARIO")]
    rules: Annotated[Sequence[str], OptionField("rulesets (default: all that can play it)", "NAME,NAME")] = ()
    attacker: Annotated[int, OptionField("member of the first side", "N", read=positive)] = 1
    target: Annotated[int, OptionField("member of the second side", "N", read=positive)] = 1
    apart: Annotated[
        int, OptionField("cells from the one to the other (default: side by side)", "N", read=positive)
    ] = 1
    stands: Annotated[
        tuple[int, int] | None, OptionField("the attacker's cell; --to as well", "X,Y", flag="--from")
    ] = None
    to: Annotated[tuple[int, int] | None, OptionField("the target's cell", "X,Y")] = None
    battles: Annotated[
        int, OptionField('battles of the AI "instinct" by each rules (default: none)', "N", read=positive)
    ] = 0
    seed: FirstSeed = 1
    jobs: Jobs = 1
    json: Annotated[bool, OptionField("print one JSON object")] = False


@command(
    "lab",
    "game.cli.lab:run_series",
    "lab --rules glog,murdham --maps gatehouse,cellar --ai instinct,novice --battles 40 --jobs 2",
    "lab plan.toml --out results --jobs 2",
    exclusive=("jobs", "cluster"),
)
class SeriesCommand(Struct, frozen=True):
    """Fight many battles over rules, maps and AIs, and draw what they come to.

    Each combination of rules, map, squads, settings and two of the AIs is one contest, fought as by battlemat
    arena. Battles are kept in a folder as they end: the same command goes on where it was stopped, and when all
    are there it tells the figures again. A plan is a TOML file of the words of the options, such as
    maps = ["gatehouse", "cellar"]; what the command line says goes before it.
    """

    plan: Annotated[Path | None, ArgumentField("a file that says what is fought", "PLAN.toml", "?")] = None
    maps: Annotated[Sequence[str] | None, OptionField(f"{_BATTLE}; or several of them", "MAP,MAP")] = None
    rules: Annotated[Sequence[str] | None, OptionField("rulesets (default: all that can play a map)", "NAME,NAME")] = (
        None
    )
    ai: Annotated[
        Sequence[str] | None,
        OptionField(
            "AIs as of battlemat arena; each fights each other one, and one alone itself (default: the strongest)",
            "AI,AI",
        ),
    ] = None
    squads: Annotated[
        Sequence[str] | None,
        OptionField(
            "ready squads for maps, a name for both sides or two; where rules have none of them the usual foes",
            "NAME,NAME:NAME",
        ),
    ] = None
    settings: Annotated[
        Sequence[str],
        OptionField(
            "fight with each of these choices, by rules that have the setting; may be given again",
            "KEY=CHOICE,CHOICE",
            flag="--set",
            repeated=True,
        ),
    ] = ()
    battles: Annotated[int | None, OptionField("of each contest (default: 40)", "N", read=positive)] = None
    seed: Annotated[int | None, OptionField("of the first battles of each contest (default: 1)", "N")] = None
    rounds: Annotated[
        int | None, OptionField("rounds after which a battle is a draw (default: 60)", "N", read=positive)
    ] = None
    mirror: Annotated[bool | None, OptionField("give both sides the first side's squad")] = None
    swap_places: Annotated[
        bool | None, OptionField("have the sides begin in each other's places in every second pair")
    ] = None
    habits: Annotated[bool | None, OptionField("count what the AIs do, which takes its time")] = None
    jobs: Jobs = 1
    cluster: Annotated[
        str | None,
        OptionField(
            "have the workers of dask.distributed fight, by their scheduler's address such as 10.0.0.1:8786, or "
            "tls://10.0.0.1:8786 with certificates by dask's own settings; they run what anybody sends who reaches "
            "them, and nothing that they answer is run here",
            "ADDRESS",
        ),
    ] = None
    out: Annotated[
        Path | None,
        OptionField("where battles and page are kept (default: PLAN-lab or lab, here)", "FOLDER"),
    ] = None
    json: Annotated[bool, OptionField("print the figures as one JSON object")] = False


@command(
    "puzzle",
    "game.cli.made_battles:run_puzzle",
    "puzzle",
    "puzzle NAME",
    "puzzle --prove NAME",
    "puzzle --word 2026-W48",
    "puzzle --find --rules NAME --count 3 --out puzzles",
)
class PuzzleCommand(Struct, frozen=True):
    """List puzzles, play one in this terminal, prove one anew, or find more.

    A puzzle is a moment of a battle in which one line of play is far better than all others that were searched,
    by the rules' own odds, and something else looks better at first sight. --find has AIs fight and searches
    moments of their battles; the same seed finds the same puzzles.
    """

    name: Annotated[str | None, ArgumentField("a shipped puzzle, or a file that was found", "PUZZLE", "?")] = None
    prove: Annotated[bool, OptionField("search its lines anew and tell the solution")] = False
    find: Annotated[bool, OptionField("search battles for puzzles")] = False
    word: Annotated[
        str | None, OptionField("the puzzle of a word, such as 2026-W48: the same for everybody", "WORD")
    ] = None
    rules: Annotated[str | None, OptionField("ruleset: whose puzzles are listed, or found", "NAME")] = None
    aim: Annotated[
        "Sequence[AimKind]",
        OptionField(
            "what is to be reached; may be given again (default: any)", choices="game.files.lessons:AIMS", repeated=True
        ),
    ] = ()
    seed: Annotated[int | None, OptionField("what battles or dice follow from (default: 1, or by lot)", "N")] = None
    count: Annotated[int, OptionField("puzzles to find", "N", read=positive)] = 1
    out: Annotated[Path, OptionField("where to write them", "FOLDER")] = Path("puzzles")
    telling: TellingRequest = TellingRequest()


@command(
    "audit",
    "game.cli.lab:run_audit",
    "audit --rules NAME --figures 2000",
    "audit --figures 100000 --jobs 2 --out odds.svg",
)
class AuditCommand(Struct, frozen=True):
    """Say whether what is shown as likely happens as often.

    AIs fight; each attack or the like that they decide on is weighed as the window weighs it, and played four
    times from there with dice of its own. A line for each part of the chances: what was told, and what came.
    The exit code is 1 where a part is off by more than three standard errors, or what was sure did not happen.
    """

    rules: Annotated[Sequence[str], OptionField("rulesets (default: all)", "NAME,NAME")] = ()
    maps: Annotated[
        Sequence[str],
        OptionField("where they fight, in turn (default: gatehouse,cellar,woodland-road)", "MAP,MAP"),
    ] = ("gatehouse", "cellar", "woodland-road")
    figures: Annotated[int, OptionField("of each", "N", read=positive)] = 2000
    seed: FirstSeed = 1
    jobs: Jobs = 1
    out: Annotated[Path | None, OptionField("draw told against what came, a diagram for each ruleset", "OUT.svg")] = (
        None
    )


@command(
    "learn",
    "game.cli.lab:run_learn",
    "learn --map gatehouse,cellar --rules NAME --battles 5000 --jobs 2 --out mine.toml",
    "arena --map cellar --rules NAME --ai instinct:mine.toml,instinct --test 50:55 --seed 9000",
)
class LearnCommand(Struct, frozen=True, kw_only=True):
    """Learn an AI's weights by battles.

    Judge what was learned on other seeds than those of the lesson, as in the second line.
    Ctrl+C ends it; what was learned so far is written.
    """

    maps: Annotated[Sequence[str], OptionField(f"{_BATTLE}; or several of them", "MAP,MAP", flag="--map")]
    rules: Annotated[str | None, OptionField("ruleset for maps; `battlemat rules` lists them", "NAME")] = None
    squads: Annotated[
        Sequence[str],
        OptionField(
            "ready squads to learn with on each map, a name for both sides or two (default: the usual foes)",
            "NAME,NAME:NAME",
        ),
    ] = ()
    table: Annotated[str, OptionField("of its weights", "NAME")] = "options"
    keep: Annotated[Sequence[str], OptionField("weights that are not to be touched", "FEATURE,FEATURE")] = ()
    battles: Battles = 2000
    seed: Annotated[int, OptionField("of the first battles", "N")] = 1
    jobs: Jobs = 1
    out: Annotated[Path, OptionField("where to write the table", "FILE.toml")]


@command(
    "strengths", "game.cli.lab:run_strengths", "strengths --rules NAME --battles 600 --jobs 2 --out strengths.toml"
)
class StrengthsCommand(Struct, frozen=True, kw_only=True):
    """Fit how strong units are to battles, by which skirmishes are matched.

    Companies and foes of the ruleset fight on maps made of words, both led by the AI "instinct". A ruleset has
    the file beside its weights.toml; fit it anew when rules, units or AIs have changed.
    """

    rules: Rules = None
    battles: Battles = 600
    seed: Annotated[int, OptionField("of maps and battles", "N")] = 1
    jobs: Jobs = 1
    out: Annotated[Path, OptionField("where to write the strengths", "FILE.toml")]


# --- maps, files and rules ---


@command("check", "game.cli.checks:run_check", "check maps/*.tmx", "check maps/mill.tmx --picture mill.png")
class CheckCommand(Struct, frozen=True):
    """Say what is wrong with maps, scenarios, saves and data files.

    Prints the map report of each map. The exit code is 2 if a file can't be used.
    """

    files: Annotated[
        Sequence[str], ArgumentField("a map, world, scenario, shared battle, roster, save or battle file", "FILE", "+")
    ]
    picture: Annotated[
        Path | None,
        OptionField(
            "draw the map with walls, slits, heights, zones, borders, spawns and features over it",
            "OUT.png",
        ),
    ] = None


@command("new", "game.cli.map_files:run_new", "new my-map.tmx", "new gatehouse --rules NAME --out raid.toml")
class NewCommand(Struct, frozen=True):
    """Write a scenario for a map, to be changed in an editor.

    The sides are those of the map's starts, with a ready squad each, or with the units that the starts name;
    comments tell what may be changed. Without --rules there is a squad for every game that can be played there.
    """

    file: Annotated[str, ArgumentField(_MAP, "MAP")]
    rules: Rules = None
    out: Annotated[Path | None, OptionField("where to write it (default: beside the map, or here)", "FILE")] = None


@command(
    "new-ruleset",
    "game.cli.rulesets:run_new_ruleset",
    "new-ruleset river-war",
    "new-ruleset river-war --zones --out ~/games/river-war",
)
class NewRulesetCommand(Struct, frozen=True):
    """Write a package with a small ruleset, to be changed into one of your own.

    It plays at once, in the window, in a terminal and in the arena: pip install -e battlemat-river-war, or move
    it where battlemat rules says, then battlemat play gatehouse --rules river-war. Its tests come along; the
    guide says how to go on.
    """

    name: Annotated[str, ArgumentField("what it is called: small letters, digits, - and _", "NAME")]
    zones: Annotated[bool, OptionField("on zones and their borders (default: on cells)")] = False
    out: Annotated[Path | None, OptionField("where to write it (default: battlemat-NAME, here)", "FOLDER")] = None


@command(
    "pack", "game.cli.map_files:run_pack", "pack my-scenario.toml", "pack my-scenario.toml --out night-raid.battlemat"
)
class PackCommand(Struct, frozen=True):
    """Put a scenario and all that it reads into one file, to be shared.

    Map, tilesets, templates, pictures and roster come along, and the file says by hashes whether it is whole.
    Whoever gets it can play it, check it, or drop it on the window.
    """

    file: Annotated[str, ArgumentField("a scenario (.toml); the name of a shipped one is enough", "SCENARIO")]
    out: Annotated[Path | None, OptionField("where to write it (default: its name, with .battlemat, here)", "FILE")] = (
        None
    )


@command("export", "game.cli.map_files:run_export", "export gatehouse", "export my-map.tmx --out my-map.dd2vtt")
class ExportCommand(Struct, frozen=True):
    """Write a map in Universal VTT, as other virtual tables read it.

    Picture, walls, doors, windows and lights, as corrected. What the format has no word for is left out.
    """

    file: Annotated[str, ArgumentField(_MAP, "MAP")]
    out: Annotated[Path | None, OptionField("where to write it (default: its name, with .uvtt, here)", "FILE")] = None


@command(
    "grid",
    "game.cli.map_files:run_grid",
    "grid inn.png",
    "grid inn.png --cell 70 --origin 12,8",
    "grid inn.png --size 30,24",
)
class GridCommand(Struct, frozen=True):
    """Say where the grid of a map lies that is a picture, or how it was found.

    A picture is a map once its cells are known: by its name (inn [30x24].png, inn 70ppi.jpg), by the lines that
    are printed on it, or as is said here and kept beside it. --size alone parts the whole picture.
    """

    picture: Annotated[str, ArgumentField("a map that is a picture (.png, .jpg, .webp)", "PICTURE")]
    cell: Annotated[tuple[float, float] | None, OptionField("pixels of a cell, such as 70 or 71.5", "W[,H]")] = None
    origin: Annotated[tuple[float, float] | None, OptionField("the pixel at which the first cell begins", "X,Y")] = None
    size: Annotated[tuple[int, int] | None, OptionField("cells across and down (default: all)", "COLUMNS,ROWS")] = None
    find: Annotated[bool, OptionField("forget what was said, and go by its name or lines")] = False


@command("allow", "game.cli.checks:run_allow", "allow projects/harbour", "allow projects/harbour --forget")
class AllowCommand(Struct, frozen=True):
    """Let maps read tilesets and pictures from a whole folder.

    For maps in it that name files above their own folder's parent. Without a folder: those that are allowed.
    """

    folder: Annotated[Path | None, ArgumentField("a folder that holds maps and what they name", "FOLDER", "?")] = None
    forget: Annotated[bool, OptionField("allow it no longer")] = False


@command(
    "sight",
    "game.cli.sight_report:run_sight",
    "sight gatehouse --from 15,13",
    "sight gatehouse --from 15,13 --to 12,9",
    "sight gatehouse --from 15,13 --json",
)
class SightCommand(Struct, frozen=True):
    """Say what is seen from a cell of a map, and prove it.

    Cells are column,row, counted from 0,0 at the top left; doors stand as at the start of a battle.
    Without --to: the board, with how many of the 8 corners of a creature in each cell are seen.
    With --to: the line of sight, each corner with its line or what hides it, and the same the other way.
    """

    file: Annotated[str, ArgumentField(_MAP, "MAP")]
    viewer: Annotated[tuple[int, int], OptionField("who looks", "X,Y", flag="--from")]
    target: Annotated[tuple[int, int] | None, OptionField("at whom", "X,Y", flag="--to")] = None
    json: Annotated[bool, OptionField("print one JSON object")] = False


@command(
    "replay",
    "game.cli.playing:run_replay",
    "replay fault.battle",
    "replay lost.save --write tests/battles/duel/a-parry-too-many.battle",
    "replay finished.save --export finished.gif",
)
class ReplayCommand(Struct, frozen=True):
    """Play a save or battle file again and print its log.

    Says where the rules now go another way than when the file was written; the exit code is 2 then.
    Of a battle that somebody still plays it tells what that person may know.
    """

    file: Annotated[str, ArgumentField("a save or a .battle file", "FILE")]
    write: Annotated[
        Path | None, OptionField("write the battle, as it is told now, as a battle file", "OUT.battle")
    ] = None
    export: Annotated[
        Path | None,
        OptionField(
            "write it as an animated picture, as a page that any browser plays, or as text",
            "OUT.gif|OUT.html|OUT.txt",
        ),
    ] = None


@command("rules", "game.cli.rulesets:run_rules", "rules", "rules NAME", "rules NAME shock")
class RulesCommand(Struct, frozen=True):
    """List rulesets, their settings and units, or look up a rule."""

    name: Annotated[str | None, ArgumentField("one ruleset: its settings, squads and units", "RULESET", "?")] = None
    rule: Annotated[Sequence[str], ArgumentField("a number of its ledger, or words of a heading", "RULE", "*")] = ()
