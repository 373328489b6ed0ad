"""Where the board's cursor is put by itself: on whom a deed that was picked is meant for, where that is plain."""

from __future__ import annotations

from game.rules.events import Id
from game.rules.questions import Answer, Choose
from game.scene.board_geometry import Pointed
from game.scene.choosing import Verb
from game.window.battle.camera_work import body_of
from game.window.battle.stage import LastStruck, Stage
from game.window.battle.view import View


def remember_struck(stage: Stage, answer: Answer) -> None:
    """Keep in mind at which foe an answer is aimed that is about to be given."""
    board, asked = stage.session.match.board, stage.session.match.pending
    if not isinstance(asked, Choose) or asked.kind != "act" or asked.who is None or not isinstance(answer, str):
        return
    option = asked.options.get(answer)
    if option is not None and option.target is not None and board.now(option.target).side != asked.seat:
        stage.struck = LastStruck(asked.who, option.target, stage.view.head.scene.round)


def meant_by(stage: Stage, verb: Verb) -> Pointed | None:
    """Whom or which place a verb is meant for: who is pointed at or was struck last, else the only one; None if it is
    not plain.
    """
    choosing, pointed = stage.choosing, stage.view.head.scene.token(stage.view.aim)
    if choosing is None:
        return None
    likely: list[Id] = [pointed.id] if pointed is not None and pointed.id != stage.active else []
    return choosing.meant_by(verb, [*likely, *([stage.struck.foe] if stage.struck is not None else [])])


def aim_ahead(stage: Stage) -> None:
    """Point at whom the verb that was picked is meant for, so that it need only be confirmed."""
    verb = stage.choosing.verb if stage.choosing is not None else None
    aim = meant_by(stage, verb) if verb is not None else None
    if aim is not None:
        stage.view.cursor, stage.view.hover = aim, None
        show_cursor(stage.view)


def show_cursor(view: View) -> None:
    """Bring into sight what the board's cursor is on."""
    cursor, scene = view.cursor, view.head.scene
    if cursor is not None:
        token = scene.token(cursor)
        x, y = scene.where.middle(cursor.places[0])
        body = body_of(token) if token is not None else (x - 0.5, y - 0.5, 1.0)
        view.camera.show([body], glide=not view.preferences.calm)
