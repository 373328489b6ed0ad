"""Where a screen can ask to go: a value for each place, with what has to be known there.

A screen says ``app.go(Settings())`` and knows nothing of the screen it gets; ``game.window.navigation`` knows them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.files.tiled.picture import Picture
from game.lab.comparison import SquadPlace
from game.lab.difficulty import NextDifficulty
from game.lab.expedition import ExpeditionRequest, OpenExpedition
from game.lab.skirmish import SkirmishRequest
from game.play.decision_log import Explanation
from game.play.lessons import LessonProgress, Offered
from game.play.puzzles import PuzzleProgress
from game.play.recording import Recording
from game.play.session import Session
from game.play.start import StartRequest
from game.play.workers import PendingResult
from game.rules.events import Id
from game.rules.ledger import Ledger
from game.rules.match import AnyMatch
from game.rules.questions import Choose, Roll, Seat
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Recruit, Setup
from game.scene.scene import Token
from game.view.board.tokens import TokenStyles
from game.window.battle.commanding import BattleCommands
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport
from game.window.controls import Binding

# -- in place of everything


@dataclass(frozen=True)
class Title:
    """Where everything begins."""


@dataclass(frozen=True)
class Begin:
    """A battle to be begun or gone on with. If it can't be, the player is told and stays where they are."""

    request: StartRequest


@dataclass(frozen=True)
class StartedBattle:
    """A battle that people sit at already."""

    session: Session
    picture: Picture | None = None
    """What its map looks like, if that has been read; else it is now."""


@dataclass(frozen=True)
class WatchReplay:
    """The replay of a save. If it can't be played, the player is told and stays where they are."""

    save: Path


# -- over what is there, and back to it


@dataclass(frozen=True)
class Over:
    """A place whose screen is made of what is known of it, field by field, and put over what is there."""


@dataclass(frozen=True)
class NewBattle(Over):
    """The set-up of a battle of one's own."""


@dataclass(frozen=True)
class SetUp:
    """The set-up of a battle with a map or scenario picked, in place of everything but the title."""

    file: Path


@dataclass(frozen=True)
class OpenMap(Over):
    """A choice of maps in a folder, or of those of a world; "" is the folder from which one was opened last."""

    place: Path | None = None


@dataclass(frozen=True)
class EditMap:
    """A map to be looked over and corrected. If it can't be read, the player is told why."""

    map: Path


@dataclass(frozen=True)
class DrawGrid(Over):
    """Where the cells of a map lie that is a picture. If it is none, the player is told why."""

    picture: Path
    then: Callable[[], object]
    """Done once that is kept beside the picture, with its screen gone."""


@dataclass(frozen=True)
class Trouble(Over):
    """Something to be told that is more than a notice."""

    title: str
    text: str


@dataclass(frozen=True)
class Dropped:
    """What a file is for that was dropped on the window. If nothing can be done with it, the player is told."""

    file: Path


@dataclass(frozen=True)
class Detail:
    """A battle of one's own to be put together in detail. If it can't be read, the player is told."""

    request: StartRequest
    side: str = ""
    """The side that is looked at first; "" for the first there is."""


@dataclass(frozen=True)
class OwnUnits(Over):
    """The units of one's own for a ruleset, by its name."""

    rules: str


@dataclass(frozen=True)
class Workshop(Over):
    """What there is for those who make battles, units and rules."""


@dataclass(frozen=True)
class Lessons(Over):
    """The lessons that there are."""


@dataclass(frozen=True)
class LessonPage(Over):
    """The first page of a lesson."""

    offered: Offered
    session: Session | None = None
    """Its battle, where that is set up already."""


@dataclass(frozen=True)
class Puzzles(Over):
    """The puzzles that there are."""


@dataclass(frozen=True)
class Squads:
    """Who would fight in a battle, before it begins. If it can't begin, the player is told."""

    request: StartRequest


@dataclass(frozen=True)
class Skirmish(Over):
    """What a fresh battle of a word is to be like."""


@dataclass(frozen=True)
class BeginSkirmish:
    """A fresh battle of a word, once it is made. If none comes of it, the player is told."""

    wanted: SkirmishRequest
    foes: tuple[Recruit, ...] = ()
    """Those that quick battles have found; none for those that were drawn."""


@dataclass(frozen=True)
class SetOut:
    """An expedition, once its first battles are made. If none comes of it, the player is told."""

    wanted: ExpeditionRequest


@dataclass(frozen=True)
class OnExpedition:
    """An expedition between its battles, in place of everything but the title."""

    it: OpenExpedition


@dataclass(frozen=True)
class GoToPlace:
    """A place of an expedition, by its key: its battle, or what has come of it."""

    it: OpenExpedition
    key: str


@dataclass(frozen=True)
class FightLeg:
    """The battle of an expedition that was chosen, as it was left or from its beginning."""

    it: OpenExpedition


@dataclass(frozen=True)
class AfterLeg:
    """What comes after such a battle, once the company has rested and the next battles are made."""

    it: OpenExpedition
    match: AnyMatch


@dataclass(frozen=True)
class Saves(Over):
    """Saved battles."""


@dataclass(frozen=True)
class Reference(Over):
    """The rules of a ruleset, and the keys."""

    ruleset: AnyRuleset
    number: str = ""
    """Of the rule that is shown first."""


@dataclass(frozen=True)
class KeysHere(Over):
    """What keys do on the screen on top."""

    bindings: tuple[Binding, ...]


@dataclass(frozen=True)
class Settings(Over):
    """Settings of the game itself."""


# -- over a battle


@dataclass(frozen=True)
class Pause(Over):
    """The pause menu."""

    stage: Stage
    commands: BattleCommands


@dataclass(frozen=True)
class PlayOn(Over):
    """Who plays a battle that goes on from a beat of a replay."""

    shown: Recording
    beat: int


@dataclass(frozen=True)
class Export(Over):
    """As what a battle that is watched is shared."""

    shown: Recording
    beat: int
    """Where it is: the turn of that beat may be shared alone."""


@dataclass(frozen=True)
class Share:
    """The same of a battle that is played or over, as its people may know it. If that can't be, they are told."""

    session: Session


@dataclass(frozen=True)
class Result(Over):
    """How a battle ended."""

    session: Session
    liveries: TokenStyles


@dataclass(frozen=True)
class ChangeDifficulty(Over):
    """A search for other foes, by which a battle that is over is harder or easier when it begins again."""

    session: Session
    wanted: NextDifficulty


@dataclass(frozen=True)
class LessonResult(Over):
    """How a lesson ended, and what it has taught."""

    session: Session
    liveries: TokenStyles
    course: LessonProgress


@dataclass(frozen=True)
class PuzzleResult(Over):
    """Whether the aim of a puzzle was met, what the line was worth, and the solution."""

    puzzle: PuzzleProgress


@dataclass(frozen=True)
class TypeDice(Over):
    """Faces of real dice, to be typed in for a roll."""

    session: Session
    commands: BattleCommands
    roll: Roll


@dataclass(frozen=True)
class StandingOrders(Over):
    """How a person wants to be asked about reactions."""

    session: Session
    seat: Seat


@dataclass(frozen=True)
class Reasons(Over):
    """What can't be done at a question, and why."""

    question: Choose[Any]
    ledger: Ledger


@dataclass(frozen=True)
class Why(Over):
    """Why an AI did something, once that is worked out."""

    motive: PendingResult[Explanation]


@dataclass(frozen=True)
class Compare(Over):
    """An attack of the battle under one set of rules after the other."""

    setup: Setup
    one: SquadPlace
    other: SquadPlace


@dataclass(frozen=True)
class Sure(Over):
    """The question whether one is sure."""

    title: str
    text: str
    yes: Callable[[], object]


@dataclass(frozen=True)
class Inspect(Over):
    """Everything that whoever looks at the screen may know of one combatant."""

    view: Viewport
    liveries: TokenStyles
    who: Id
    compare: Callable[[], object] | None
    """Shows what an attack upon it would be under other rules, where there is one."""


@dataclass(frozen=True)
class Curtain(Over):
    """Nothing to be seen until the person of that name is there."""

    name: str


@dataclass(frozen=True)
class Beginning(Over):
    """The card before a battle: where it is, who is seen of each side, and for what they fight."""

    session: Session
    liveries: TokenStyles
    tokens: tuple[Token, ...]
    """Everybody whom the one who looks knows of."""


@dataclass(frozen=True)
class PassMouse(Over):
    """The request to let the person of that name have the mouse, where nothing has to be hidden from them."""

    name: str


Destination = (
    Over
    | Title
    | Begin
    | BeginSkirmish
    | SetOut
    | OnExpedition
    | GoToPlace
    | FightLeg
    | AfterLeg
    | StartedBattle
    | WatchReplay
    | Share
    | SetUp
    | EditMap
    | Dropped
    | Detail
    | Squads
)
