"""Where a screen can ask to go: a value for each place, with what has to be known there, which opens itself.

A screen says ``app.go(Settings())`` and knows nothing of the screen it gets: that is read by its name when wanted.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from game.files.archives import ENDINGS, is_archive, is_record, look_over
from game.files.picture_grid import NoGrid
from game.files.saves import glance
from game.files.sources import MAPS, WORLD, is_map
from game.files.tiled import Chart, read_map
from game.play import workers as thinking
from game.play.folders import BATTLE, SAVE, state_folder
from game.play.preferences import Preferences, keep_preferences
from game.play.recording import Recording, recorded, recording
from game.play.shared import described, take_in
from game.play.skirmish_files import SKIRMISHES, clear_skirmishes
from game.play.start import StartRequest, draft_of, picture_of, sit_down
from game.user_error import UserError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pygame

    from game.files.scenario import Scenario
    from game.files.tiled.picture import Picture
    from game.lab.comparison import SquadPlace
    from game.lab.difficulty import NextDifficulty
    from game.lab.expedition import OpenExpedition
    from game.lab.skirmish import SkirmishRequest
    from game.play.decision_log import Explanation
    from game.play.lessons import LessonProgress, Offered
    from game.play.puzzles import OfferedPuzzle, PuzzleProgress
    from game.play.session import Session
    from game.play.workers import BackgroundThread, PendingResult
    from game.rules.events import Id
    from game.rules.ledger import Ledger
    from game.rules.questions import Choose, Roll, Seat
    from game.rules.ruleset import AnyRuleset
    from game.rules.setup import Recruit, Setup
    from game.scene.scene import Token
    from game.view.board.tokens import TokenStyles
    from game.window.battle.commanding import BattleCommands
    from game.window.battle.stage import Stage
    from game.window.battle.viewport import Viewport
    from game.window.controls import Binding

NOT_OPENED, NOT_TAKEN = "This file can't be opened", "This battle can't be taken in"
"""Over what is in the way of a file, and of a battle from somebody else."""

STUCK = "The expedition can’t go on"
"""Over what is in its way."""

T = TypeVar("T")


class Navigator(Protocol):
    """The window, as far as going somewhere needs it."""

    preferences: Preferences
    oracle: BackgroundThread
    saved: Callable[[Path], None]
    pile: list[Any]

    @property
    def second(self) -> object:
        """The window for players at the table, while there is one."""

    @property
    def top(self) -> Any:
        """The screen on top."""

    def push(self, screen: Any) -> None:
        """Put a screen on top."""

    def replace(self, *screens: Any) -> None:
        """Put screens in place of all."""

    def go(self, destination: Destination) -> None:
        """Go there, or say why not."""

    def say(self, text: str) -> None:
        """Tell the player something."""


def new_screen(name: str, app: Navigator, *known: object) -> Any:
    """A screen, by its module in ``game.window.screens`` and its class: "title.TitleScreen"."""
    module, _, kind = name.partition(".")
    return getattr(import_module(f"game.window.screens.{module}"), kind)(app, *known)


def unless_trouble(app: Navigator, title: str, step: Callable[[], object]) -> None:
    """Take a step; what is in its way is told under a title."""
    try:
        step()
    except UserError as error:
        app.go(Trouble(title, str(error)))


def when_ready(
    app: Navigator, title: str, doing: str, work: Callable[[], T], then: Callable[[T], object], trouble: str
) -> None:
    """Go on with what is worked out beside the window: at once, or behind a screen that waits.

    ``trouble`` is the title over what is in the way, be it in the work or in what follows.
    """
    thought = app.oracle.ask(work)

    def go_on(done: PendingResult[T]) -> None:
        unless_trouble(app, trouble, lambda: then(done.result()))

    if thought.within(thinking.AT_ONCE):
        go_on(thought)
    else:
        app.push(new_screen("messages.WaitingScreen", app, title, doing, thought, go_on))


class Destination:
    """A place on the screen."""

    def open(self, app: Navigator) -> None:
        """Go there. Raises UserError, which the player is told, where that can't be: then everything stays."""
        raise NotImplementedError


@dataclass(frozen=True)
class Over(Destination):
    """A place whose screen is made of what is known of it, field by field, and put over what is there."""

    screen: ClassVar[str]
    """Its module in ``game.window.screens`` and its class."""

    def open(self, app: Navigator) -> None:
        """Over what is there."""
        app.push(new_screen(self.screen, app, *(getattr(self, field.name) for field in fields(self))))


# -- in place of everything


@dataclass(frozen=True)
class Title(Destination):
    """Where everything begins."""

    def open(self, app: Navigator) -> None:
        """In place of everything."""
        app.replace(new_screen("title.TitleScreen", app))


@dataclass(frozen=True)
class Begin(Destination):
    """A battle to be begun or gone on with. If it can't be, the player is told and stays where they are."""

    request: StartRequest

    def open(self, app: Navigator) -> None:
        """In place of everything."""
        _fight(app, self.request)


@dataclass(frozen=True)
class StartedBattle(Destination):
    """A battle that people sit at already."""

    session: Session
    picture: Picture | None = None
    """What its map looks like, if that has been read; else it is now."""
    players: bool = False
    """Whether the window for players is opened, and this one shows everything."""

    def open(self, app: Navigator) -> None:
        """In place of everything; behind a curtain if not everybody may look."""
        session = self.session
        played = session.match.ruleset.name
        if app.preferences.rules != played:
            app.preferences.rules = played
            keep_preferences(app.preferences)
        battle = new_screen("battle.BattleScreen", app, session, self.picture or picture_of(session.match))
        app.replace(battle)
        stage: Stage = battle.stage
        if app.second is not None or self.players:
            battle.show_players(everything=self.players)
        if session.match.setup.to_beat:
            app.say(f"To beat: {session.match.setup.to_beat}")
        if app.preferences.opening and not session.match.history and stage.course is None:
            tokens = tuple(stage.scene.tokens.values())
            app.go(Beginning(session, stage.layers.liveries, tokens))
        if stage.view.perspective.secrets and stage.view.viewer is not None:
            app.go(Curtain(session.title(stage.view.viewer)))


@dataclass(frozen=True)
class WatchReplay(Destination):
    """The replay of a save. If it can't be played, the player is told and stays where they are."""

    save: Path

    def open(self, app: Navigator) -> None:
        """In place of everything."""
        app.replace(new_screen("replay.ReplayScreen", app, recording(self.save)))


# -- over what is there, and back to it


@dataclass(frozen=True)
class NewBattle(Over):
    """The set-up of a battle of one's own."""

    screen = "setup.SetupScreen"


@dataclass(frozen=True)
class SetUp(Destination):
    """The set-up of a battle with a map or scenario picked, in place of everything but the title."""

    file: Path

    def open(self, app: Navigator) -> None:
        """In place of everything but the title."""
        app.replace(new_screen("title.TitleScreen", app), new_screen("setup.SetupScreen", app, self.file))


@dataclass(frozen=True)
class OpenMap(Over):
    """A choice of maps in a folder, or of those of a world; "" is the folder from which one was opened last."""

    screen = "open_map.OpenMapScreen"

    place: Path | None = None


@dataclass(frozen=True)
class EditMap(Destination):
    """A map to be looked over and corrected. If it can't be read, the player is told why."""

    map: Path

    def open(self, app: Navigator) -> None:
        """Once it is read; of a picture without a grid that is asked for first."""

        def read() -> Chart | None:
            try:
                return read_map(self.map)
            except NoGrid:
                return None

        def show(chart: Chart | None) -> None:
            if chart is None:
                app.go(DrawGrid(self.map, partial(app.go, self)))
            else:
                app.push(new_screen("doctor.DoctorScreen", app, chart))

        when_ready(app, "Reading the map", self.map.name, read, show, "This map can't be read")


@dataclass(frozen=True)
class DrawGrid(Over):
    """Where the cells of a map lie that is a picture. If it is none, the player is told why."""

    screen = "grid.GridScreen"

    picture: Path
    then: Callable[[], object]
    """Done once that is kept beside the picture, with its screen gone."""


@dataclass(frozen=True)
class Trouble(Over):
    """Something to be told that is more than a notice."""

    screen = "messages.TroubleScreen"

    title: str
    text: str


@dataclass(frozen=True)
class Dropped(Destination):
    """What a file is for that was dropped on the window. If nothing can be done with it, the player is told."""

    file: Path

    def open(self, app: Navigator) -> None:
        """Do with it what it is for; where something else is done, once that may be left."""
        if any(each.unsaved for each in app.pile):
            app.say(f"{self.file.name}: save what you have changed here first, or go back without it")
        elif app.top.takes_files:
            unless_trouble(app, NOT_OPENED, partial(self._take, app))
        else:

            def leave() -> None:
                app.go(Title())
                unless_trouble(app, NOT_OPENED, partial(self._take, app))

            app.go(Sure(f"Open {self.file.name}?", "What is shown here is left; a battle is kept.", leave))

    def _take(self, app: Navigator) -> None:
        file = self.file
        if is_archive(file):
            unless_trouble(app, NOT_TAKEN, partial(self._take_in, app))
        elif is_map(file):
            EditMap(file).open(app)
        elif file.suffix.lower() == WORLD:
            OpenMap(file).open(app)
        elif file.suffix == SAVE and not glance(file).over:
            _fight(app, StartRequest(file))
        elif file.suffix in (SAVE, BATTLE):
            WatchReplay(file).open(app)
        else:
            kinds = ", ".join((*MAPS, WORLD, *ENDINGS, SAVE, BATTLE))
            told = f"{file.name}: only maps and battles are opened here ({kinds})."
            app.go(Trouble("Not a map or a battle", told))

    def _take_in(self, app: Navigator) -> None:
        """Ask whether a battle from somebody else is to be taken in; then it is ready to be begun."""
        archive = look_over(self.file)

        def begin() -> None:
            taken = take_in(archive)
            app.go(Begin(StartRequest(taken)) if is_record(taken) else SetUp(taken))

        text = f"{described(archive.manifest)}. It is copied to a folder of the game's own and offered with the others."
        app.go(Sure("Take in this battle?", text, lambda: unless_trouble(app, NOT_TAKEN, begin)))


@dataclass(frozen=True)
class Detail(Destination):
    """A battle of one's own to be put together in detail. If it can't be read, the player is told."""

    request: StartRequest
    side: str = ""
    """The side that is looked at first; "" for the first there is."""

    def open(self, app: Navigator) -> None:
        """Over what is there."""
        app.push(new_screen("drafting.DraftingScreen", app, draft_of(self.request), self.side))


@dataclass(frozen=True)
class OwnUnits(Over):
    """The units of one's own for a ruleset, by its name."""

    screen = "units.UnitsScreen"

    rules: str


@dataclass(frozen=True)
class Gallery(Over):
    """Maps, battles, puzzles and rulesets of the player's own."""

    screen = "gallery.GalleryScreen"


@dataclass(frozen=True)
class Workshop(Over):
    """What there is for those who make battles, units and rules."""

    screen = "workshop.WorkshopScreen"


@dataclass(frozen=True)
class Lessons(Over):
    """The lessons that there are."""

    screen = "lessons.LessonsScreen"


@dataclass(frozen=True)
class LessonPage(Over):
    """The first page of a lesson."""

    screen = "lessons.LessonPageScreen"

    offered: Offered
    session: Session | None = None
    """Its battle, where that is set up already."""


@dataclass(frozen=True)
class Puzzles(Over):
    """The puzzles that there are."""

    screen = "puzzles.PuzzlesScreen"


@dataclass(frozen=True)
class Squads(Destination):
    """Who would fight in a battle, before it begins. If it can't begin, the player is told."""

    request: StartRequest

    def open(self, app: Navigator) -> None:
        """Over what is there."""
        app.push(new_screen("skirmish.SquadsScreen", app, sit_down(self.request, app.saved)))


@dataclass(frozen=True)
class Skirmish(Over):
    """What a fresh battle of a word is to be like."""

    screen = "skirmish.SkirmishScreen"


@dataclass(frozen=True)
class BeginSkirmish(Destination):
    """A fresh battle of a word, once it is made. If none comes of it, the player is told."""

    wanted: SkirmishRequest
    foes: tuple[Recruit, ...] = ()
    """Those that quick battles have found; none for those that were drawn."""

    def open(self, app: Navigator) -> None:
        """In place of everything."""
        from game.lab.skirmish import write_skirmish  # the title does not wait for what makes battles

        wanted = self.wanted

        def write() -> Scenario:
            scenario = write_skirmish(wanted, state_folder(SKIRMISHES))
            clear_skirmishes()
            return scenario

        def begin(made: Scenario) -> None:
            fielded = {"foe": self.foes} if self.foes else {}
            _fight(app, StartRequest(made.path, fielded=fielded, difficulty=wanted.difficulty))

        doing = f"Making a battle of “{wanted.word}”"
        when_ready(app, "Skirmish", doing, write, begin, "No battle comes of this word")


@dataclass(frozen=True)
class Travel(Destination):
    """An expedition as it stands after a step of it, which takes a moment; the battle, if that chooses one."""

    doing: str
    step: Callable[[], OpenExpedition]

    def open(self, app: Navigator) -> None:
        """In place of everything but the title."""

        def show(it: OpenExpedition) -> None:
            (FightLeg(it) if it.expedition.chosen else OnExpedition(it)).open(app)

        when_ready(app, "Expedition", self.doing, self.step, show, STUCK)


@dataclass(frozen=True)
class OnExpedition(Destination):
    """An expedition between its battles, in place of everything but the title."""

    it: OpenExpedition

    def open(self, app: Navigator) -> None:
        """Show it."""

        def show() -> None:
            app.replace(new_screen("title.TitleScreen", app), new_screen("expedition.ExpeditionScreen", app, self.it))

        unless_trouble(app, STUCK, show)


@dataclass(frozen=True)
class HandOut(Over):
    """Where the gear of an expedition's company is handed about."""

    screen = "company.CompanyScreen"

    it: OpenExpedition


@dataclass(frozen=True)
class Chronicle(Over):
    """What the chronicle of an expedition is to be written as."""

    screen = "replay.ChronicleScreen"

    it: OpenExpedition
    land: pygame.Surface
    """The map with the way that was taken."""


@dataclass(frozen=True)
class FightLeg(Destination):
    """The battle of an expedition that was chosen, as it was left or from its beginning."""

    it: OpenExpedition

    def open(self, app: Navigator) -> None:
        """In place of everything."""
        from game.lab.expedition import battle_of

        unless_trouble(app, STUCK, lambda: _fight(app, battle_of(self.it)))


@dataclass(frozen=True)
class Saves(Over):
    """Saved battles."""

    screen = "saves.SavesScreen"


@dataclass(frozen=True)
class Reference(Over):
    """The rules of a ruleset, and the keys."""

    screen = "rules.RulesScreen"

    ruleset: AnyRuleset
    number: str = ""
    """Of the rule that is shown first."""


@dataclass(frozen=True)
class KeysHere(Over):
    """What keys do on the screen on top."""

    screen = "messages.KeysScreen"

    bindings: tuple[Binding, ...]


@dataclass(frozen=True)
class Settings(Over):
    """Settings of the game itself."""

    screen = "settings.SettingsScreen"


# -- over a battle


@dataclass(frozen=True)
class Pause(Over):
    """The pause menu."""

    screen = "pause.PauseScreen"

    stage: Stage
    commands: BattleCommands


@dataclass(frozen=True)
class PlayOn(Over):
    """Who plays a battle that goes on from a beat of a replay."""

    screen = "replay.PlayOnScreen"

    shown: Recording
    beat: int


@dataclass(frozen=True)
class Export(Over):
    """As what a battle that is watched is shared."""

    screen = "replay.ExportScreen"

    shown: Recording
    beat: int
    """Where it is: the turn of that beat may be shared alone."""


@dataclass(frozen=True)
class Share(Destination):
    """The same of a battle that is played or over, as its people may know it. If that can't be, they are told."""

    session: Session

    def open(self, app: Navigator) -> None:
        """Show as what it can be shared, from its last turn."""
        session = self.session

        def read() -> Recording:
            return recorded(session.match, session.players, session.dice, session.autosave.stem)

        def show(shown: Recording) -> None:
            app.go(Export(shown, len(shown.beats) - 1))

        when_ready(app, "Share", "Going through the battle", read, show, "This battle can't be shared")


@dataclass(frozen=True)
class Result(Over):
    """How a battle ended."""

    screen = "result.ResultScreen"

    session: Session
    liveries: TokenStyles


@dataclass(frozen=True)
class ChangeDifficulty(Over):
    """A search for other foes, by which a battle that is over is harder or easier when it begins again."""

    screen = "result.NextDifficultyScreen"

    session: Session
    wanted: NextDifficulty


@dataclass(frozen=True)
class LessonResult(Over):
    """How a lesson ended, and what it has taught."""

    screen = "lessons.LearnedScreen"

    session: Session
    liveries: TokenStyles
    course: LessonProgress


@dataclass(frozen=True)
class PuzzleSolution(Over):
    """The best line of a puzzle, played on the board."""

    screen = "replay.SolutionScreen"

    offered: OfferedPuzzle


@dataclass(frozen=True)
class PuzzleResult(Over):
    """Whether the aim of a puzzle was met, what the line was worth, and the solution."""

    screen = "puzzles.PuzzleResultScreen"

    puzzle: PuzzleProgress


@dataclass(frozen=True)
class TypeDice(Over):
    """Faces of real dice, to be typed in for a roll."""

    screen = "pause.DiceScreen"

    session: Session
    commands: BattleCommands
    roll: Roll


@dataclass(frozen=True)
class StandingOrders(Over):
    """How a person wants to be asked about reactions."""

    screen = "pause.OrdersScreen"

    session: Session
    seat: Seat


@dataclass(frozen=True)
class Reasons(Over):
    """What can't be done at a question, and why."""

    screen = "messages.RefusalsScreen"

    question: Choose[Any]
    ledger: Ledger


@dataclass(frozen=True)
class Why(Over):
    """Why an AI did something, once that is worked out."""

    screen = "messages.WhyScreen"

    motive: PendingResult[Explanation]


@dataclass(frozen=True)
class Compare(Over):
    """An attack of the battle under one set of rules after the other."""

    screen = "messages.CompareScreen"

    setup: Setup
    one: SquadPlace
    other: SquadPlace


@dataclass(frozen=True)
class Sure(Over):
    """The question whether one is sure."""

    screen = "messages.SureScreen"

    title: str
    text: str
    yes: Callable[[], object]


@dataclass(frozen=True)
class Inspect(Over):
    """Everything that whoever looks at the screen may know of one combatant."""

    screen = "inspect.InspectScreen"

    view: Viewport
    liveries: TokenStyles
    who: Id
    compare: Callable[[], object] | None
    """Shows what an attack upon it would be under other rules, where there is one."""


@dataclass(frozen=True)
class Curtain(Over):
    """Nothing to be seen until the person of that name is there."""

    screen = "opening.CurtainScreen"

    name: str


@dataclass(frozen=True)
class Beginning(Over):
    """The card before a battle: where it is, who is seen of each side, and for what they fight."""

    screen = "opening.OpeningScreen"

    session: Session
    liveries: TokenStyles
    tokens: tuple[Token, ...]
    """Everybody whom the one who looks knows of."""


@dataclass(frozen=True)
class PassMouse(Over):
    """The request to let the person of that name have the mouse, where nothing has to be hidden from them."""

    screen = "opening.PassScreen"

    name: str


# -- steps that several take


def _fight(app: Navigator, request: StartRequest) -> None:
    session = sit_down(request, app.saved)
    if app.preferences.own_dice and request.dice is None and not session.match.history:
        session.dice = "typed"
    StartedBattle(session).open(app)
