"""The one place that knows all screens: puts the screen on that somebody asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TypeVar, assert_never

from game.files.archives import ENDINGS, is_archive, is_record, look_over
from game.files.picture_grid import NoGrid
from game.files.saves import glance
from game.files.scenario import Scenario
from game.files.sources import MAPS, WORLD, is_map
from game.files.tiled import Chart, read_map
from game.files.tiled.picture import Picture
from game.lab.expedition import OpenExpedition, battle_of, choose, go_on, set_out
from game.lab.skirmish import SkirmishRequest, write_skirmish
from game.play import workers as thinking
from game.play.folders import BATTLE, SAVE, state_folder
from game.play.preferences import keep_preferences
from game.play.recording import Recording, recorded, recording
from game.play.session import Session
from game.play.shared import described, take_in
from game.play.skirmish_files import SKIRMISHES, clear_skirmishes
from game.play.start import StartRequest, draft_of, picture_of, sit_down
from game.play.workers import PendingResult
from game.rules.setup import Recruit
from game.user_error import UserError
from game.window import destinations as to
from game.window.loop import App, Screen
from game.window.screens.battle import BattleScreen
from game.window.screens.doctor import DoctorScreen
from game.window.screens.drafting import DraftingScreen
from game.window.screens.expedition import STUCK, ExpeditionScreen
from game.window.screens.grid import GridScreen
from game.window.screens.inspect import InspectScreen
from game.window.screens.lessons import LearnedScreen, LessonPageScreen, LessonsScreen
from game.window.screens.messages import (
    CompareScreen,
    KeysScreen,
    RefusalsScreen,
    SureScreen,
    TroubleScreen,
    WaitingScreen,
    WhyScreen,
)
from game.window.screens.open_map import OpenMapScreen
from game.window.screens.opening import CurtainScreen, OpeningScreen, PassScreen
from game.window.screens.pause import DiceScreen, OrdersScreen, PauseScreen
from game.window.screens.puzzles import PuzzleResultScreen, PuzzlesScreen
from game.window.screens.replay import ExportScreen, PlayOnScreen, ReplayScreen
from game.window.screens.result import NextDifficultyScreen, ResultScreen
from game.window.screens.rules import RulesScreen
from game.window.screens.saves import SavesScreen
from game.window.screens.settings import SettingsScreen
from game.window.screens.setup import SetupScreen
from game.window.screens.skirmish import SkirmishScreen, SquadsScreen
from game.window.screens.title import TitleScreen
from game.window.screens.units import UnitsScreen
from game.window.screens.workshop import WorkshopScreen

SCREENS: Mapping[type[to.Over], Callable[..., Screen]] = {
    to.NewBattle: SetupScreen,
    to.OpenMap: OpenMapScreen,
    to.DrawGrid: GridScreen,
    to.Trouble: TroubleScreen,
    to.OwnUnits: UnitsScreen,
    to.Workshop: WorkshopScreen,
    to.Lessons: LessonsScreen,
    to.LessonPage: LessonPageScreen,
    to.Puzzles: PuzzlesScreen,
    to.Skirmish: SkirmishScreen,
    to.Saves: SavesScreen,
    to.Reference: RulesScreen,
    to.KeysHere: KeysScreen,
    to.Settings: SettingsScreen,
    to.Pause: PauseScreen,
    to.PlayOn: PlayOnScreen,
    to.Export: ExportScreen,
    to.Result: ResultScreen,
    to.ChangeDifficulty: NextDifficultyScreen,
    to.LessonResult: LearnedScreen,
    to.PuzzleResult: PuzzleResultScreen,
    to.TypeDice: DiceScreen,
    to.StandingOrders: OrdersScreen,
    to.Reasons: RefusalsScreen,
    to.Why: WhyScreen,
    to.Compare: CompareScreen,
    to.Sure: SureScreen,
    to.Inspect: InspectScreen,
    to.Curtain: CurtainScreen,
    to.PassMouse: PassScreen,
    to.Beginning: OpeningScreen,
}
"""The screen of each place that is nothing but one: its fields are what the screen is made of, in that order."""


NOT_OPENED, NOT_TAKEN = "This file can't be opened", "This battle can't be taken in"
"""Over what is in the way of a file, and of a battle from somebody else."""

T = TypeVar("T")


def go(app: App, wanted: to.Destination) -> None:
    """Go there: in place of everything, or over what is there already. If that can't be, the player is told why."""
    try:
        _go(app, wanted)
    except UserError as error:
        app.say(str(error))


def _go(app: App, wanted: to.Destination) -> None:  # noqa: C901  a case for each destination
    match wanted:
        case to.Over():
            app.push(SCREENS[type(wanted)](app, *(getattr(wanted, field.name) for field in fields(wanted))))
        case to.Title():
            app.replace(TitleScreen(app))
        case to.Begin(request):
            _fight(app, sit_down(request, app.saved))
        case to.BeginSkirmish(request, foes):
            _skirmish(app, request, foes)
        case to.SetOut(journey):
            _travel(app, f"Making the places of “{journey.word}”", lambda: set_out(journey))
        case to.OnExpedition(it):
            _unless_trouble(app, STUCK, lambda: _on_expedition(app, it))
        case to.FightLeg(it):
            _unless_trouble(app, STUCK, lambda: _fight(app, sit_down(battle_of(it), app.saved)))
        case to.AfterLeg(it, match):
            _travel(app, "The company rests, and looks where to go next", lambda: go_on(it, match))
        case to.GoToPlace(it, key):
            _travel(app, f"To {it.expedition.by_key[key].title}", lambda: choose(it, key))
        case to.StartedBattle(session, picture):
            _fight(app, session, picture)
        case to.WatchReplay(save):
            app.replace(ReplayScreen(app, recording(save)))
        case to.Share(session):
            _share(app, session)
        case to.SetUp(file):
            app.replace(TitleScreen(app), SetupScreen(app, file))
        case to.EditMap(path):
            _mend(app, path)
        case to.Dropped(file):
            _dropped(app, file)
        case to.Detail(request, side):
            app.push(DraftingScreen(app, draft_of(request), side))
        case to.Squads(request):
            app.push(SquadsScreen(app, sit_down(request, app.saved)))
        case _:
            assert_never(wanted)


def _dropped(app: App, file: Path) -> None:
    """Do with a file what it is for; where something else is done, once it may be left."""
    if any(screen.unsaved for screen in app.pile):
        app.say(f"{file.name}: save what you have changed here first, or go back without it")
    elif app.top.takes_files:
        _unless_trouble(app, NOT_OPENED, lambda: _open(app, file))
    else:

        def leave() -> None:
            go(app, to.Title())
            _unless_trouble(app, NOT_OPENED, lambda: _open(app, file))

        go(app, to.Sure(f"Open {file.name}?", "What is shown here is left; a battle is kept.", leave))


def _open(app: App, file: Path) -> None:
    """Open a file over what takes it."""
    if is_archive(file):
        _shared(app, file)
    elif is_map(file):
        _mend(app, file)
    elif file.suffix.lower() == WORLD:
        app.push(OpenMapScreen(app, file))
    elif file.suffix == SAVE and not glance(file).over:
        _fight(app, sit_down(StartRequest(file), app.saved))
    elif file.suffix in (SAVE, BATTLE):
        app.replace(ReplayScreen(app, recording(file)))
    else:
        kinds = ", ".join((*MAPS, WORLD, *ENDINGS, SAVE, BATTLE))
        told = f"{file.name}: only maps and battles are opened here ({kinds})."
        go(app, to.Trouble("Not a map or a battle", told))


def _when_ready(
    app: App, title: str, doing: str, work: Callable[[], T], then: Callable[[T], object], trouble: str
) -> None:
    """Go on with what is worked out beside the window: at once, or behind a screen that waits.

    ``trouble`` is the title over what is in the way, be it in the work or in what follows.
    """
    thought = app.oracle.ask(work)

    def go_on(done: PendingResult[T]) -> None:
        _unless_trouble(app, trouble, lambda: then(done.result()))

    if thought.within(thinking.AT_ONCE):
        go_on(thought)
    else:
        app.push(WaitingScreen(app, title, doing, thought, go_on))


def _unless_trouble(app: App, title: str, step: Callable[[], object]) -> None:
    """Take a step; what is in its way is told under a title."""
    try:
        step()
    except UserError as error:
        go(app, to.Trouble(title, str(error)))


def _mend(app: App, path: Path) -> None:
    """Look a map over, once it is read; of a picture without a grid ask for it first."""

    def read() -> Chart | None:
        try:
            return read_map(path)
        except NoGrid:
            return None

    def show(chart: Chart | None) -> None:
        if chart is None:
            go(app, to.DrawGrid(path, partial(_mend, app, path)))
        else:
            app.push(DoctorScreen(app, chart))

    _when_ready(app, "Reading the map", path.name, read, show, "This map can't be read")


def _skirmish(app: App, wanted: SkirmishRequest, foes: tuple[Recruit, ...]) -> None:
    """Begin a battle of a word once it is made."""

    def write() -> Scenario:
        scenario = write_skirmish(wanted, state_folder(SKIRMISHES))
        clear_skirmishes()
        return scenario

    def begin(made: Scenario) -> None:
        fielded = {"foe": foes} if foes else {}
        _fight(app, sit_down(StartRequest(made.path, fielded=fielded, difficulty=wanted.difficulty), app.saved))

    doing = f"Making a battle of “{wanted.word}”"
    _when_ready(app, "Skirmish", doing, write, begin, "No battle comes of this word")


def _travel(app: App, doing: str, step: Callable[[], OpenExpedition]) -> None:
    """Show an expedition as it stands after a step of it, which takes a moment; if that is a battle, begin it."""

    def show(it: OpenExpedition) -> None:
        if it.expedition.chosen:
            _fight(app, sit_down(battle_of(it), app.saved))
        else:
            _on_expedition(app, it)

    _when_ready(app, "Expedition", doing, step, show, STUCK)


def _on_expedition(app: App, it: OpenExpedition) -> None:
    """Show an expedition between its battles."""
    app.replace(TitleScreen(app), ExpeditionScreen(app, it))


def _shared(app: App, file: Path) -> None:
    """Ask whether a battle from somebody else is to be taken in; then it is ready to be begun."""

    def ask() -> None:
        archive = look_over(file)

        def take() -> None:
            def begin() -> None:
                taken = take_in(archive)
                go(app, to.Begin(StartRequest(taken)) if is_record(taken) else to.SetUp(taken))

            _unless_trouble(app, NOT_TAKEN, begin)

        text = f"{described(archive.manifest)}. It is copied to a folder of the game's own and offered with the others."
        app.push(SureScreen(app, "Take in this battle?", text, take))

    _unless_trouble(app, NOT_TAKEN, ask)


def _share(app: App, session: Session) -> None:
    """Show as what a battle can be shared, from its last turn."""

    def read() -> Recording:
        return recorded(session.match, session.players, session.dice, session.autosave.stem)

    def show(shown: Recording) -> None:
        app.push(ExportScreen(app, shown, len(shown.beats) - 1))

    _when_ready(app, "Share", "Going through the battle", read, show, "This battle can't be shared")


def _fight(app: App, session: Session, picture: Picture | None = None) -> None:
    """Put a battle on the screen, in place of everything else; behind a curtain if not everybody may look.

    ``picture``: that of its map, if it has been read.
    """
    played = session.match.ruleset.name
    if app.preferences.rules != played:
        app.preferences.rules = played
        keep_preferences(app.preferences)
    battle = BattleScreen(app, session, picture or picture_of(session.match))
    app.replace(battle)
    stage = battle.stage
    if app.second is not None:
        battle.show_players()
    if session.match.setup.to_beat:
        app.say(f"To beat: {session.match.setup.to_beat}")
    if app.preferences.opening and not session.match.history and stage.course is None:
        tokens = tuple(stage.view.head.scene.tokens.values())
        go(app, to.Beginning(session, stage.layers.liveries, tokens))
    if stage.view.perspective.secrets and stage.view.viewer is not None:
        app.push(CurtainScreen(app, session.title(stage.view.viewer)))
