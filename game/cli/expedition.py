"""The expedition command: a company's way over its map, played in this terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path

from game.cli.surroundings import tell_if_slow, terminal_for
from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.lab.company import GROUND, belongings, piece_name, standings
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
from game.lab.skirmish import fresh_word, weekly_word
from game.play.start import choose_rules, sit_down
from game.rules.registry import ruleset
from game.rules.ruleset import HasGear
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame


def run_expedition(wanted: argparse.Namespace, saved: Callable[[Path], None]) -> None:
    """Set out, or go on with the expedition of that word and those rules, until it is over or somebody leaves.

    ``saved`` is told after each autosave. Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    tell_if_slow()
    terminal = terminal_for(wanted)
    it = _found(wanted)
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
        session = sit_down(battle_of(it), saved)
        if not session.match.over:
            chances, resume = not wanted.no_chances, _resumed_by(it)
            TextGame(session, terminal, board=wanted.board, chances=chances, resume=resume).run()
        if not session.match.over:
            break
        it = go_on(it, session.match)
    if wanted.page is not None:
        write_whole(Path(wanted.page), page(it).encode())
        terminal.say(f"{wanted.page}: what has happened so far")


def _found(wanted: argparse.Namespace) -> OpenExpedition:
    drawn = weekly_word(date.today()) if wanted.week else fresh_word()
    rules, word = choose_rules(wanted.rules).name, wanted.word or drawn
    path = place_of(word, rules)
    if path.is_file() and not wanted.anew:
        return opened(path)
    return set_out(ExpeditionRequest(word, rules, wanted.size, wanted.difficulty, wanted.opponent))


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
