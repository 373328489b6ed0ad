"""What a player may have done to a battle by pointer, button or key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from game.lab.comparison import SquadPlace

if TYPE_CHECKING:
    from game.rules.events import Id
    from game.rules.questions import Answer
    from game.scene.board_geometry import Pointed
    from game.scene.choosing import DrawerRow, Verb
    from game.window.battle.stage import Stage


class BattleCommands(Protocol):
    """Commands that pointer, keys, buttons and panels give; a battle screen carries them out.

    What only changes where one looks (camera, cursor, views) is no command: ``input`` does that to the stage itself.
    """

    # -- answers

    def take(self, verb: Verb) -> None:
        """A verb's button was pressed."""

    def choose_row(self, row: DrawerRow) -> None:
        """A row of a drawer was chosen: do it, or say why it can't be done."""

    def click(self, aim: Pointed) -> None:
        """Somebody or a place on the board was clicked, or confirmed with the cursor."""

    def answer(self, answer: Answer) -> None:
        """Give the answer to the question that is open."""

    def end_turn(self) -> None:
        """End this unit's turn."""

    def undo(self) -> None:
        """Take back the last answer."""

    def step_back(self) -> bool:
        """Leave the list, the verb or the cursor, in this order; whether there was one."""

    @property
    def why_no_giving_up(self) -> str:
        """Why the battle can't be given up now; empty if it can."""

    def give_up(self) -> None:
        """End the battle, as lost by whoever looks at the screen."""

    # -- what is shown

    def show_players(self) -> None:
        """Open the window for players, let it show the next side, or close it."""

    def pull(self, name: str) -> None:
        """Open or close the drawer of that name."""

    def change_speed(self, factor: float) -> None:
        """Play faster or slower."""

    def explain(self) -> None:
        """Show what can't be done now, and why."""

    def ask_why(self) -> None:
        """Show why an AI did what the line of the log under the pointer tells of, or what it did last."""

    def inspect(self, who: Id) -> None:
        """Show everything about somebody."""

    def compare(self, target: Id | None) -> None:
        """Show what an attack upon somebody would be under other rules, or say why there is none."""

    def look_up(self, number: str) -> None:
        """Open the rules reference at a rule."""

    def copy(self, text: str) -> None:
        """Put a text on the clipboard, and say so."""

    def order(self) -> None:
        """Show the standing orders of whoever looks at the screen."""

    def help(self) -> None:
        """Open the rules reference."""

    def result(self) -> None:
        """Show how the battle ended."""

    def pause(self) -> None:
        """Open the pause menu."""

    def save(self) -> None:
        """Save under a name of its own, and say so."""


def attack_meant(stage: Stage, target: Id | None) -> tuple[SquadPlace, SquadPlace] | str:
    """Who would attack and whom, as members of their squads where they stand; else why there is no such attack."""
    scene, who = stage.scene, stage.active
    if who is None or stage.asked is None or stage.asked.kind != "act":
        return "Attacks are compared on the turn of somebody of yours."
    if target not in scene.tokens or scene.tokens[target].side == scene.tokens[who].side:
        return "Point at a foe: how an attack upon it would go under other rules."
    pair = tuple(_member(stage, each) for each in (who, target))
    if pair[0] is None or pair[1] is None:
        return "Only those who were in the squads from the beginning are compared."
    return pair[0], pair[1]


def _member(stage: Stage, who: Id) -> SquadPlace | None:
    """Somebody as a member of its side's squad; None for whoever came later."""
    match, token = stage.session.match, stage.scene.tokens[who]
    number = [each for each, body in match.state.combatants.items() if body.side == token.side].index(who)
    return SquadPlace(token.side, number, token.at) if number < len(match.setup.side(token.side).squad) else None
