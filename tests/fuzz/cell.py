"""A process in which each case runs in a child of its own, with as much time and memory as a file may take and no more.

Run as ``python -m tests.fuzz.cell``: it reads requests as lines of JSON and answers each with one. Everything is loaded
before the first request, the tables of the rulesets too, so that a child has only its case to do.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import sys
import traceback
from pathlib import Path
from typing import NoReturn
from unicodedata import category

import msgspec

from game import resources
from game.user_error import MESSAGE, UserError
from tests.fuzz.kinds import KINDS, told

SECONDS = 20
"""Of the processor's time, for one case: what needs more would never end, even on a slow machine."""

MEGABYTES = 500
"""Of memory, for one case, on top of what the game itself takes."""

INSIDES = re.compile(r"<[\w.]+ (object|at 0x)|<(class|function|module|built-in|bound method)\b|\w+Path\(|Traceback")
"""Of Python and not of the game: what has no words for a player."""

PATIENCE = 1_200
"""Seconds after which a case that only waits is ended: many more than its time of the processor takes under load."""


class Request(msgspec.Struct, frozen=True):
    """A case: what kind of file it is, and where."""

    kind: str
    path: str


class Verdict(msgspec.Struct, frozen=True):
    """What became of a case."""

    fault: str = ""
    """What is wrong with the game; empty if nothing is."""
    refused: str = ""
    """What a player would be told; empty if the file could be used."""
    seconds: float = 0.0
    megabytes: float = 0.0


def serve() -> None:
    """Run cases until there are no more requests."""
    # Answers go where nothing else is printed to.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    KINDS["tmx"](resources.shipped_maps()[0])
    told.clear()
    print(json.dumps("ready"), file=answers, flush=True)
    for line in sys.stdin:
        verdict = judge(msgspec.json.decode(line, type=Request))
        print(msgspec.json.encode(verdict).decode(), file=answers, flush=True)


def judge(request: Request) -> Verdict:
    """Run one case in a child and tell what became of it."""
    inside, outside = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(inside)
        _run(request, outside)
    os.close(outside)
    with os.fdopen(inside, "rb") as told:
        said = told.read()
    _, status, used = os.wait4(child, 0)
    seconds = used.ru_utime + used.ru_stime
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGXCPU:
        return Verdict(f"it took more than {SECONDS} s of the processor", "", seconds)
    if code == -signal.SIGALRM:
        return Verdict(f"it waited for more than {PATIENCE} s", "", seconds)
    if code != 0 or not said:
        return Verdict(f"the process died with {code}", "", seconds)
    verdict = msgspec.json.decode(said, type=Verdict)
    fault = verdict.fault or (f"it took {verdict.megabytes:.0f} MB" if verdict.megabytes > MEGABYTES else "")
    return Verdict(fault, verdict.refused, seconds, verdict.megabytes)


def _run(request: Request, out: int) -> NoReturn:
    """The child: do the case within the limits and say how it went."""
    before = _taken("VmRSS")
    _limit()
    try:
        refused = _do(request)
        unfit = next(filter(None, map(_unfit, (refused, *told))), "")
        verdict = Verdict(unfit, refused, megabytes=max(0, _taken("VmHWM") - before) / 1024)
    except BaseException:
        verdict = Verdict(traceback.format_exc()[-4000:])
    os.write(out, msgspec.json.encode(verdict))
    os._exit(0)


def _do(request: Request) -> str:
    """Read the file; gives why it was refused, and keeps what else is told of it."""
    try:
        KINDS[request.kind](Path(request.path))
    except UserError as error:
        told.extend(error.messages)
        return str(error)
    return ""


def _unfit(message: str) -> str:
    """What is wrong with the words that a player would read."""
    if len(message) > MESSAGE:
        return f"a message of {len(message):,} characters: {message[:200]}"
    if any(category(sign) in ("Cc", "Cs") for line in message.splitlines() for sign in line):
        return f"a message that cannot be shown: {message[:200]!r}"
    if found := INSIDES.search(message):
        return f"a message with {found[0]!r} of the program's own: {message[:200]}"
    return ""


def _limit() -> None:
    """Take no more processor time, and no more memory beyond what is taken already, than a case may have."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    signal.alarm(PATIENCE)
    most = (_taken("VmData") + MEGABYTES * 1024) * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _taken(what: str) -> int:
    """Memory that this process takes now, in KB."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(what))


if __name__ == "__main__":
    serve()
