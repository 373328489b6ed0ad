"""The commands that make battles: a skirmish of a word, a company's way over its map, and puzzles."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import islice
from pathlib import Path

from game.cli.playing import battle_request, play_in_terminal, play_in_window, tell_if_slow, terminal_for
from game.cli.requests import ExpeditionCommand, PuzzleCommand, SetupRequest, SkirmishCommand, WordRequest
from game.files.atomic import file_words, write_whole
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.lessons import AIMS, Proof
from game.files.scenario import Scenario, ScenarioTable
from game.lab.arena import settle
from game.lab.company import GROUND, belongings, piece_name, standings
from game.lab.difficulty import USUAL, with_difficulty
from game.lab.expedition import (
    ExpeditionRequest,
    OpenExpedition,
    battle_of,
    choose,
    go_on,
    hand,
    opened,
    page,
    place_of,
    set_out,
    take_along,
    tell_map,
    tell_place,
)
from game.lab.expedition_trial import run_trial
from game.lab.puzzles.finding import EFFORT, find_puzzles, puzzle_of_word
from game.lab.puzzles.lines import TooLarge
from game.lab.puzzles.proving import gaps, prove, search_lines, shortfalls
from game.lab.skirmish import SKIRMISH_AIMS, SkirmishRequest, fresh_word, weekly_word, write_skirmish
from game.play.crash import DONE, MENDABLE_CODE, STOPPED, CrashReporter
from game.play.folders import state_folder
from game.play.output import bar, say, text_table
from game.play.preferences import load_preferences
from game.play.puzzles import (
    WEEKLY,
    OfferedPuzzle,
    moment_of_puzzle,
    offered_puzzles,
    read_puzzle,
    tell_chance,
    tell_puzzle_aim,
    tell_solution,
)
from game.play.skirmish_files import SKIRMISHES, clear_skirmishes
from game.play.speech import percent
from game.play.start import StartRequest, choose_rules, draft_of, sit_down
from game.rules.registry import ruleset
from game.rules.ruleset import HasGear
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from game.user_error import suggest

CHANGED = 0.02
"""By how much a chance may differ from that in a puzzle's file before that is told."""

# --- a skirmish ---


def run_skirmish(wanted: SkirmishCommand, net: CrashReporter) -> int:
    """Write map and scenario, to the folder that was named or else among the game's own files, from where it is played.

    Whether a difficulty is as promised may be tried out by quick battles: here for what is only written, else when it
    begins.
    Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    folder = wanted.out or state_folder(SKIRMISHES)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder}: no folder can be made there ({error.strerror})") from error
    players, word, rules = wanted.players, _word(wanted.made_of), choose_rules(wanted.players.rules).name
    difficulty = players.difficulty or USUAL
    request = SkirmishRequest(word, rules, wanted.kind, wanted.made_of.size, difficulty, aim=wanted.aim)

    def tried_out(made: Scenario) -> ScenarioTable:
        begun = StartRequest(made.path, rules=request.rules)
        return draft_of(with_difficulty(begun, request.difficulty, drawn=True, tried=True)).entries

    is_tried = wanted.out is not None and players.try_out
    scenario = write_skirmish(request, folder, adjusted=tried_out if is_tried else None)
    clear_skirmishes()
    say(f"{scenario.title}: a {request.map_kind.replace('-', ' ')}, {request.size}, of the word {request.word!r}")
    say(SKIRMISH_AIMS[request.fought_for].about)
    if wanted.out is not None:
        say(f"{scenario.path}: play it with battlemat play {scenario.path}")
        return DONE
    battle = battle_request(str(scenario.path), players, SetupRequest(settings=wanted.settings), drawn=True)
    return play_in_terminal(battle, wanted.telling, net) if wanted.text else play_in_window(battle, net)


def _word(made_of: WordRequest) -> str:
    drawn = weekly_word(date.today()) if made_of.week else fresh_word()
    return made_of.word or drawn


# --- an expedition ---


def run_expedition(wanted: ExpeditionCommand, net: CrashReporter) -> int:
    """Set out, or go on with the expedition of that word and those rules, until it is over or somebody leaves.

    Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    tell_if_slow()
    terminal = terminal_for(wanted.telling)
    word, rules = _word(wanted.made_of), choose_rules(wanted.rules).name
    if wanted.trial:
        run_trial(ExpeditionRequest(word, rules, wanted.made_of.size, wanted.difficulty), wanted.trial, wanted.jobs)
        return 0
    path = place_of(word, rules)
    if path.is_file() and not wanted.anew:
        it = opened(path)
    else:
        request = ExpeditionRequest(word, rules, wanted.made_of.size, wanted.difficulty, wanted.opponent)
        it = set_out(request)
    while True:
        terminal.say(page(it).rstrip())
        terminal.say()
        if it.over:
            break
        if not it.expedition.chosen:
            chosen = _chosen(it, terminal)
            if chosen is None:
                break
            it = chosen
            if not it.expedition.chosen:
                continue
        session = sit_down(battle_of(it), net.remember)
        if not session.match.over:
            board, chances = wanted.telling.board, not wanted.telling.no_chances
            TextGame(session, terminal, board=board, chances=chances, resume=_resumed_by(it)).run()
        if not session.match.over:
            break
        it = go_on(it, session.match)
    if wanted.page is not None:
        write_whole(wanted.page, page(it).encode())
        terminal.say(f"{wanted.page}: what has happened so far")
    return DONE


def _resumed_by(it: OpenExpedition) -> str:
    """The command that goes on with it, in the quotes that every shell takes."""
    return f'battlemat expedition "{it.expedition.word}" --rules {it.expedition.rules}'


def _chosen(it: OpenExpedition, terminal: Terminal) -> OpenExpedition | None:
    """The expedition once a place is chosen; None where nobody chooses, and it waits."""
    open_ = it.expedition.open
    terminal.say(tell_map(it))
    terminal.say()
    terminal.say("Where to?")
    for number, place in enumerate(open_, 1):
        known, *more = tell_place(it, place)
        terminal.say(f"  {number}. {place.title}: {known}")
        for each in more:
            terminal.say(f"     {each}")
    rules, yielded = ruleset(it.expedition.rules), it.expedition.yielded
    gear = ", gear to hand it about" if isinstance(rules, HasGear) else ""
    along = f", along to take {rules.roster()[yielded[0].unit]} along, who gave up" if yielded else ""
    while True:
        line = terminal.ask(f"1 to {len(open_)}{gear}{along}, or quit: ")
        if line is None or line.strip().lower() in ("quit", "q", ""):
            terminal.say(f"It is kept. Go on with: {_resumed_by(it)}")
            return None
        if line.strip().lower() == "gear" and gear:
            return _handed_about(it, terminal)
        if line.strip().lower() == "along" and it.expedition.yielded:
            return take_along(it)
        if line.strip().isdecimal() and 1 <= int(line) <= len(open_):
            place = open_[int(line) - 1]
            agreed = True
            if place.kind == "meeting" and place.joins is not None:
                answer = terminal.ask("Agree? yes or no: ")
                agreed = answer is not None and answer.strip().lower() in ("y", "yes")
            return choose(it, place.key, agreed=agreed)
        terminal.say(f"Say a number from 1 to {len(open_)}.")


def _handed_about(it: OpenExpedition, terminal: Terminal) -> OpenExpedition:
    """The expedition once gear has been handed about, thing by thing."""
    while True:
        now, things = it.expedition, list[tuple[int, str]]()
        names = [standing.name for standing in standings(now)]
        for who, own in [*enumerate(belongings(now)), (GROUND, [(str(n), p) for n, p in enumerate(now.lying)])]:
            terminal.say("0 What lies here" if who == GROUND else f"{who + 1} {names[who]}")
            for key, piece in own:
                things.append((who, key))
                terminal.say(f"    {len(things)}. {piece_name(now, piece)}")
        line = terminal.ask("A thing and who gets it, as in 3 1 (0 lays it down), or done: ")
        words = (line or "done").split()
        if line is None or words in (["done"], ["quit"], ["q"]):
            return it
        numbers = [int(word) for word in words if word.isdecimal()]
        if len(numbers) != 2 or not 1 <= numbers[0] <= len(things) or numbers[1] > len(names):
            terminal.say(f"Say a number from 1 to {len(things)} and one from 0 to {len(names)}.")
            continue
        try:
            it = hand(it, *things[numbers[0] - 1], numbers[1] - 1)
        except BadFile as error:
            terminal.say(f"{error}.")


# --- puzzles ---


def run_puzzle(wanted: PuzzleCommand, net: CrashReporter) -> int:
    """Do what was asked for; gives the exit code. Raises BadFile, BadSeats, BadSetup, UnknownRuleset."""
    if wanted.word is not None:
        puzzle = _of_word(wanted.word, wanted.out if wanted.find else state_folder(WEEKLY))
        if wanted.find:
            return DONE
        return play_in_terminal(StartRequest(puzzle.path, seed=wanted.seed), wanted.telling, net)
    if wanted.find:
        return _find(wanted)
    if wanted.name is None:
        return _list(wanted.rules)
    if is_plain(Path(wanted.name)):
        puzzle = read_puzzle(Path(wanted.name))
    else:
        offered = {each.name: each for each in offered_puzzles()}
        if wanted.name not in offered:
            raise BadFile(
                f"There is no file {wanted.name!r}, and no shipped puzzle of that name; {suggest(wanted.name, offered)}"
            )
        puzzle = offered[wanted.name]
    if wanted.prove:
        return _prove(puzzle)
    return play_in_terminal(StartRequest(puzzle.path, seed=wanted.seed), wanted.telling, net)


def _of_word(word: str, folder: Path) -> OfferedPuzzle:
    """The puzzle of a word, looked for unless it was found before. Raises BadFile if there is none."""
    path = folder / f"{file_words(word)}.toml"
    if not path.is_file():
        settle()
        with bar("{task.percentage:.0f} % of what may be searched", EFFORT) as told:
            path = puzzle_of_word(word, told).write(folder, word)
    offered = read_puzzle(path)
    say(f"The puzzle of {word}: {offered.title}, {ruleset(offered.rules).title}, {offered.puzzle.grade}.")
    for lack in shortfalls(offered.puzzle.proof):
        say(f"It falls short of what is asked of a puzzle: {lack}.")
    return offered


def _list(rules: str | None) -> int:
    solved = load_preferences().puzzles
    rows = [
        (each.name, ruleset(each.rules).title, each.puzzle.grade, each.title, "solved" if each.name in solved else "")
        for each in offered_puzzles()
        if rules in (None, each.rules)
    ]
    for line in text_table([("puzzle", "rules", "grade", "", ""), *rows]):
        say(line)
    say("Play one: battlemat puzzle NAME. Find more: battlemat puzzle --find --rules NAME.")
    return DONE


def _prove(offered: OfferedPuzzle) -> int:
    puzzle = offered.puzzle
    moment = moment_of_puzzle(offered)
    say(f"{offered.title}. {tell_puzzle_aim(moment, puzzle.side, puzzle.sought)}")
    try:
        searched = search_lines(moment, puzzle.side, puzzle.sought, thorough=True)
        proof = prove(searched)
    except TooLarge:
        say("More lines than can be searched.", error=True)
        return MENDABLE_CODE
    if proof is None or gaps(proof):
        say("Not proven: no line is far better now than all others and than what tempts.", error=True)
        return MENDABLE_CODE
    for line in tell_solution(proof):
        say(line)
    for lack in shortfalls(proof):
        say(f"It falls short of what is asked of a puzzle: {lack}.")
    changed = changes(puzzle.proof, proof)
    for line in changed:
        say(line, error=True)
    return MENDABLE_CODE if changed else DONE


def changes(told: Proof, found: Proof) -> list[str]:
    """Where a proof says otherwise than its puzzle's file."""
    pairs = (("best", told.best, found.best), ("next", told.second, found.second))
    lines = [
        f"The {name} line has {tell_chance(now)}, and the file says {tell_chance(before)}."
        for name, before, now in pairs
        if abs(now.chance - before.chance) > CHANGED + before.error
    ]
    return [*lines, *(["Another line is the best than the file says."] if told.best.first != found.best.first else [])]


def _find(wanted: PuzzleCommand) -> int:
    rules = choose_rules(wanted.rules)
    settle()
    count, seed = 0, 1 if wanted.seed is None else wanted.seed
    try:
        with bar("{task.completed} of {task.total} puzzles found", wanted.count) as told:
            for found in islice(find_puzzles(rules, seed, wanted.aim or AIMS), wanted.count):
                path = found.write(wanted.out)
                count += 1
                told(count)
                proof = found.puzzle.proof
                chances = [Fraction(line.chance) for line in (proof.best, proof.second, proof.tempting)]
                best, second, tempting = map(percent, chances)
                say(f"{path}: {found.puzzle.grade}; best {best}, next {second}, tempting {tempting}")
    except KeyboardInterrupt:
        say(f"Stopped after {count} of {wanted.count} puzzles.", error=True)
        return STOPPED
    return DONE
