"""The expedition command: a company's way over its map, played in this terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path

from game.cli.surroundings import tell_if_slow, terminal_for
from game.files.atomic import write_whole
from game.lab.expedition import (
    ExpeditionRequest,
    OpenExpedition,
    battle_of,
    choose,
    go_on,
    opened,
    page,
    place_of,
    set_out,
    tell_map,
    tell_place,
)
from game.lab.skirmish import fresh_word, weekly_word
from game.play.start import choose_rules, sit_down
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
    while True:
        line = terminal.ask(f"1 to {len(open_)}, or quit: ")
        if line is None or line.strip().lower() in ("quit", "q", ""):
            terminal.say(f"It is kept. Go on with: {_resumed_by(it)}")
            return None
        if line.strip().isdecimal() and 1 <= int(line) <= len(open_):
            return choose(it, open_[int(line) - 1].key)
        terminal.say(f"Say a number from 1 to {len(open_)}.")
