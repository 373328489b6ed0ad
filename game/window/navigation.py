"""The one place that knows all screens: puts the screen on that somebody asked for."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from game.files.archives import ENDINGS, is_archive, look_over
from game.files.sources import MAPS, is_map
from game.files.tiled import Chart, read_map
from game.files.worlds import WORLD
from game.play import thinking
from game.play.charts import picture_of
from game.play.preferences import keep_preferences
from game.play.recording import recording
from game.play.session import Session
from game.play.shared import described, take_in
from game.play.start import StartRequest, draft_of, sit_down
from game.play.thinking import Thought
from game.user_error import Mendable
from game.window import destinations as to
from game.window.loop import App
from game.window.screens.battle import BattleScreen
from game.window.screens.curtain import CurtainScreen
from game.window.screens.dice import DiceScreen
from game.window.screens.doctor import DoctorScreen
from game.window.screens.drafting import DraftingScreen
from game.window.screens.export import ExportScreen
from game.window.screens.inspect import InspectScreen
from game.window.screens.learned import LearnedScreen
from game.window.screens.lessons import LessonsScreen
from game.window.screens.muster import MusterScreen
from game.window.screens.open_map import OpenMapScreen
from game.window.screens.orders import OrdersScreen
from game.window.screens.pause import PauseScreen
from game.window.screens.play_on import PlayOnScreen
from game.window.screens.refusals import RefusalsScreen, SureScreen, TroubleScreen
from game.window.screens.replay import ReplayScreen
from game.window.screens.result import ResultScreen
from game.window.screens.rules import RulesScreen
from game.window.screens.saves import SavesScreen
from game.window.screens.settings import SettingsScreen
from game.window.screens.setup import SetupScreen
from game.window.screens.title import TitleScreen
from game.window.screens.units import UnitsScreen
from game.window.screens.waiting import WaitingScreen
from game.window.screens.why import WhyScreen


def go(app: App, wanted: to.Destination) -> None:
    """Go there: in place of everything, or over what is there already."""
    match wanted:
        case to.Title():
            app.replace(TitleScreen(app))
        case to.Begin(request):
            if (session := _seated(app, request)) is not None:
                _fight(app, session)
        case to.Fight(session):
            _fight(app, session)
        case to.Watch(save):
            try:
                app.replace(ReplayScreen(app, recording(save)))
            except Mendable as error:
                app.say(str(error))
        case to.NewBattle():
            app.push(SetupScreen(app))
        case to.SetUp(file):
            app.replace(TitleScreen(app), SetupScreen(app, file))
        case to.OpenMap(place):
            app.push(OpenMapScreen(app, place))
        case to.Mend(path):
            _mend(app, path)
        case to.Trouble(title, text):
            app.push(TroubleScreen(app, title, text))
        case to.Dropped(file):
            _dropped(app, file)
        case to.Detail(request, side):
            try:
                app.push(DraftingScreen(app, draft_of(request), side))
            except Mendable as error:
                app.say(str(error))
        case to.OwnUnits(rules):
            try:
                app.push(UnitsScreen(app, rules))
            except Mendable as error:
                app.say(str(error))
        case to.Lessons():
            app.push(LessonsScreen(app))
        case to.Squads(request):
            if (session := _seated(app, request)) is not None:
                app.push(MusterScreen(app, session))
        case to.Saves():
            app.push(SavesScreen(app))
        case to.Reference(ruleset, number):
            app.push(RulesScreen(app, ruleset, number))
        case to.Settings():
            app.push(SettingsScreen(app))
        case to.Pause(stage, commands):
            app.push(PauseScreen(app, stage, commands))
        case to.PlayOn(shown, beat):
            app.push(PlayOnScreen(app, shown, beat))
        case to.Export(shown):
            app.push(ExportScreen(app, shown))
        case to.Result(stage):
            app.push(ResultScreen(app, stage))
        case to.Learned(stage):
            app.push(LearnedScreen(app, stage))
        case to.Dice(stage, commands, roll):
            app.push(DiceScreen(app, stage, commands, roll))
        case to.StandingOrders(session, seat):
            app.push(OrdersScreen(app, session, seat))
        case to.Reasons(question, ledger):
            app.push(RefusalsScreen(app, question, ledger))
        case to.Why(motive):
            app.push(WhyScreen(app, motive))
        case to.Sure(title, text, yes):
            app.push(SureScreen(app, title, text, yes))
        case to.Inspect(stage, who):
            app.push(InspectScreen(app, stage, who))
        case to.Curtain(name):
            app.push(CurtainScreen(app, name))
        case _:
            assert_never(wanted)


def _dropped(app: App, file: Path) -> None:
    """Do with a file what it is for."""
    if is_archive(file):
        _shared(app, file)
    elif is_map(file):
        _mend(app, file)
    elif file.suffix.lower() == WORLD:
        app.push(OpenMapScreen(app, file))
    else:
        kinds = ", ".join((*MAPS, WORLD, *ENDINGS))
        go(app, to.Trouble("Not a map or a battle", f"{file.name}: drop a map or a battle in one file here ({kinds})."))


def _mend(app: App, path: Path) -> None:
    """Look a map over, once it is read."""
    thought = app.oracle.ask(lambda: read_map(path))

    def then(read: Thought[Chart]) -> None:
        try:
            chart = read.result()
        except Mendable as error:
            go(app, to.Trouble("This map can't be read", str(error)))
        else:
            app.push(DoctorScreen(app, chart))

    if thought.within(thinking.AT_ONCE):
        then(thought)
    else:
        app.push(WaitingScreen(app, "Reading the map", path.name, thought, then))


def _shared(app: App, file: Path) -> None:
    """Ask whether a battle from somebody else is to be taken in; then it is ready to be begun."""
    try:
        archive = look_over(file)
    except Mendable as error:
        go(app, to.Trouble("This battle can't be taken in", str(error)))
        return

    def take() -> None:
        try:
            scenario = take_in(archive)
        except Mendable as error:
            go(app, to.Trouble("This battle can't be taken in", str(error)))
        else:
            go(app, to.SetUp(scenario))

    text = f"{described(archive.manifest)}. It is copied to a folder of the game's own and offered with the others."
    app.push(SureScreen(app, "Take in this battle?", text, take))


def _seated(app: App, request: StartRequest) -> Session | None:
    """The battle that is asked for, with who sits at it; None if there can't be one: the player is told."""
    try:
        return sit_down(request, app.saved)
    except Mendable as error:
        app.say(str(error))
        return None


def _fight(app: App, session: Session) -> None:
    """Put a battle on the screen, in place of everything else; behind a curtain if not everybody may look."""
    played = session.match.ruleset.name
    if app.preferences.rules != played:
        app.preferences.rules = played
        keep_preferences(app.preferences)
    battle = BattleScreen(app, session, picture_of(session.match))
    app.replace(battle)
    stage = battle.stage
    if stage.secrets and stage.viewer is not None:
        app.push(CurtainScreen(app, session.title(stage.viewer)))
