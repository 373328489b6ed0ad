"""How a battle ended and what next, such as the same one made harder or easier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from msgspec.structs import replace

from game.lab.difficulty import FoundSquad, NextDifficulty, change_of, foresee_squad, next_difficulty, tell_reached
from game.lab.expedition import expedition_of, go_on
from game.lab.forecast_process import SearchProcess
from game.lab.matching import with_squads
from game.play.battle_end import (
    EXPECTED,
    LuckReckoning,
    dealt_by,
    of_side,
    outcome_words,
    reason_words,
    tell_best_blow,
    tell_fall,
    tell_left,
    tell_luck,
    tell_rounds,
    told_report,
)
from game.play.quick_battle import is_first_battle, quick_battle, remember_won, tell_first_win
from game.play.session import Session
from game.play.shared import tell_score
from game.play.speech import in_sentence
from game.play.workers import PendingResult
from game.rules.questions import Seat
from game.rules.standing import called
from game.user_error import UserError
from game.view.board.tokens import TokenStyles
from game.view.panels.face_row import FaceRow
from game.view.widgets.art import picture
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Dock, in_middle, split_row
from game.view.widgets.picture_button import PictureButton
from game.view.widgets.theme import BAD_WORD, BODY, FAINT, GOOD_WORD, LARGE, LINE, SMALL, TEXT, TITLE, draw_panel
from game.view.widgets.widget import Button, Label, Widget
from game.window.controls import ARROWS
from game.window.destinations import (
    Begin,
    ChangeDifficulty,
    NewBattle,
    Share,
    StartedBattle,
    Title,
    Travel,
    WatchReplay,
)
from game.window.loop import App, Screen
from game.window.menu import MenuButton, MenuRow, MenuScreen, veil
from game.window.setting_up.difficulty import search_bar

ROW, LEAST, WIDTH = 44, 140, 920
"""Pixels of the design: a line of the list, how high the list is at least, how wide everything is."""

HEAD, FACES, LINE_HIGH, NEXT, MORE, GAP = 88, 54, 26, 58, 40, 10
"""Heights of the design: title and reason, a side's faces, a line of what stands out, the buttons, what parts them."""

MOST = 4
"""Sides whose faces are shown; of more the list tells."""

MARGIN = 20

REGULAR = "Foes as strong as you"

GONE = 110
"""How much is seen of the face of somebody who has left the field, of 255."""


class ResultScreen(Screen):
    """Who won and why, who stands and who fell, the best blow, how the dice fell, and another battle."""

    covers = False
    right_click_leaves = True

    def __init__(self, app: App, session: Session, liveries: TokenStyles) -> None:
        super().__init__(app)
        self.session, self.liveries = session, liveries
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.title = outcome_words(session)
        self.tone = BAD_WORD if session.defeat else GOOD_WORD if session.winner is not None else TITLE
        self.report = told_report(session)
        self.why = reason_words(session, tell_rounds(self.report))
        self.sides = [side for side in session.match.setup.sides if of_side(self.report, side.name)][:MOST]
        self.following = next_difficulty(session)
        """What is offered besides the same battle once more."""
        self.first_win = remember_won(app.preferences, session)
        """Whether the quick battle of these rules has been won for the first time."""
        self.moves_on = is_first_battle(session) and session.sides_of_people == (session.winner,)
        """Whether the quick battle against Regular foes is offered in place of a harder one of these."""
        self.expedition = expedition_of(session.match)
        """The expedition that it is a battle of."""
        self._luck = LuckReckoning(session.match)
        self._weighing: PendingResult[None] | None = None
        self._lines: list[tuple[pygame.Rect, str, str]] = []
        """Where each thing that stands out is told, with its picture."""

    # -- the luck of the dice

    @property
    def moving(self) -> bool:
        """While attacks are weighed."""
        return self._weighing is not None or not self._luck.done or super().moving

    def advance(self, seconds: float) -> None:
        """Weigh one attack after the other, beside the window."""
        super().advance(seconds)
        if self._weighing is not None and self._weighing.done:
            weighed, self._weighing = self._weighing, None
            weighed.result()
            if self._luck.done:
                self.refresh()
        if self._weighing is None and not self._luck.done:
            self._weighing = self.app.oracle.ask(self._luck.advance)

    def leave(self) -> None:
        """What is not weighed yet need not be."""
        if self._weighing is not None:
            self._weighing.drop()

    # -- in its place

    def layout(self, size: tuple[int, int]) -> None:
        """The list is as high as its lines, as far as the window has room for them."""
        told = self._told()
        high, pitch = round(FACES * self.look.text), self.look.pitch(ROW)
        fixed = HEAD + len(self.sides) * high + len(told) * LINE_HIGH + 2 * GAP + NEXT + GAP + MORE + 2 * GAP
        self.room = (WIDTH + 16, fixed + LEAST + 16)
        px = self.look.px
        rows = self._rows()
        spare = size[1] - px(fixed + 16)
        listed_high = max(px(LEAST), min(len(rows) * pitch + 8, spare))
        self.rect = in_middle(size, px(WIDTH), px(fixed) + listed_high)
        panel = Dock(self.look, self.rect, GAP, edge=(MARGIN, GAP))
        buttons = self._buttons(panel.bottom(MORE), panel.bottom(NEXT))
        column = panel.column(0, 40)
        column.put(Label(column.box(), self.title, LARGE + 8, self.tone, bold=True, centred=True))
        column.put(Label(column.box(px(HEAD - GAP) - column.high), self.why, BODY, TEXT, centred=True))
        for side in self.sides:
            column.put(self._faces(side.name, column.box(px(high))))
        column.top += px(GAP)
        self._lines = []
        for icon, line in told:
            (place,) = column.row(1, high=px(LINE_HIGH))
            self._lines.append((place, icon, line))
        column.top += px(GAP)
        column.put(ListBox(column.rest(), rows, lambda _: None, height=pitch))
        self.group.put([*buttons, *column.widgets])

    def _buttons(self, more: pygame.Rect, following: pygame.Rect) -> list[Widget]:
        """What next, in the row for what follows: another battle; in that for more: what there is to see of this."""
        other = "Fewer or weaker foes" if self.following.only == "weaker" else "More or stronger foes"
        changed, why_not = self.leads(ChangeDifficulty(self.session, self.following)), self.following.why_not
        once = ("Once more", self._rematch, "dice", "With other dice", True)
        another = ("Another battle", self.leads(NewBattle()), "flag", "Map, rules and squads", True)
        first: Sequence[tuple[str, Callable[[], None], str, str, bool]]
        first = once, (self.following.title, changed, "balance", why_not or other, not why_not), another
        if self.moves_on:
            first = ("Regular", self._regular, "balance", REGULAR, True), once, another
        if self.expedition is not None:
            onward = "What becomes of the company, and where to next"
            first = (("Go on", self._go_on, "flag", onward, True),)
        below = (
            *([("Swap sides", self._swap, "You play the others")] if self.expedition is None else []),
            ("Share", self.leads(Share(self.session)), "The battle in one file, a page, a moving picture, text"),
            ("Look at the field", self.app.pop, ""),
            ("Watch it again", self.leads(WatchReplay(self.session.autosave)), "From its beginning, as a replay"),
            ("To the title", self.leads(Title()), ""),
        )
        gap = self.look.px(GAP)
        places, others = (
            split_row(row, gap, *[1] * count) for row, count in ((following, len(first)), (more, len(below)))
        )
        return [
            *(
                PictureButton(box, text, press, f"icons/{icon}", under=told, first=at == 0, enabled=able)
                for at, (box, (text, press, icon, told, able)) in enumerate(zip(places, first, strict=True))
            ),
            *(Button(box, text, press, tip=tip) for (text, press, tip), box in zip(below, others, strict=True)),
        ]

    def _faces(self, side: str, box: pygame.Rect) -> FaceRow:
        """A side's faces, those who fell without colour."""
        liveries, px = self.liveries, self.look.px
        own = of_side(self.report, side)
        faces = []
        for deeds in own:
            face = liveries.face(side, deeds.standing, px(48), deeds.standing.incapacity)
            if deeds.gone:
                face = face.copy()
                face.set_alpha(GONE)
            faces.append(face)
        return FaceRow(box, liveries.titles[side], tell_left(own), faces, liveries.word_colour(side), label=px(190))

    def _told(self) -> list[tuple[str, str]]:
        """What stands out, each with its picture."""
        harm = self.session.match.ruleset.harm_word
        found = [("icons/star", tell_first_win(self.session.match.ruleset))] if self.first_win else []
        if to_beat := self.session.match.setup.to_beat:
            found.append(("icons/flag", f"To beat: {to_beat}; you {tell_score(self.session)}"))
        if best := tell_best_blow(self.report, harm):
            found.append(("icons/sword", f"Best blow: {best}"))
        for side in self.sides:
            luck = self._luck.by_side.get(side.name)
            if not self._luck.done:
                found.append(
                    ("icons/dice", f"The dice of {in_sentence(side.called)}: being weighed against their odds …")
                )
            elif luck is not None:
                told = tell_luck(luck, harm, dealt_by(self.report, side.name))
                found.append(("icons/dice", f"The dice of {in_sentence(side.called)}: {told}"))
        if self._luck.done and self._luck.by_side:
            found.append(("", EXPECTED))
        return found

    def _rows(self) -> list[ListRow]:
        """A line for each combatant, then how the dice fell."""
        liveries, px = self.liveries, self.look.px
        rows = []
        ranked = sorted(self.report.deeds.items(), key=lambda item: (item[1].felled, item[1].dealt), reverse=True)
        for who, deeds in ranked:
            face = liveries.face(deeds.side, deeds.standing, px(36), deeds.standing.incapacity)
            fell = tell_fall(self.report, who)
            told = f"dealt {deeds.dealt}, put down {deeds.felled}, lost {deeds.taken}{f'; {fell}' if fell else ''}"
            state = ", ".join((*deeds.standing.came_out, *["off the field"] * deeds.gone))
            rows.append(ListRow(f"{called(deeds.standing)}, {state}", told, face, liveries.word_colour(deeds.side)))
        for (side, sides), throws in sorted(self.report.throws.items(), key=lambda item: -item[1].count):
            title, mean = liveries.titles.get(side, side), throws.total / throws.count
            said = f"{title}, d{sides}: {mean:.1f} on average, {throws.highest} × {sides}"
            due = f"{(sides + 1) / 2:.1f} and {throws.count / sides:.1f} × {sides} are to be expected"
            rows.append(ListRow(said, f"{throws.count} thrown; {due}"))
        return rows

    # -- what is pressed

    def handle(self, event: pygame.Event) -> None:
        """Arrows go to the next button in their direction."""
        arrow = ARROWS.get(event.key) if event.type == pygame.KEYDOWN else None
        if arrow is not None and isinstance(self.group.focus, Button):
            self.group.focus = self.group.beside(arrow) or self.group.focus
        else:
            super().handle(event)

    def _go_on(self) -> None:
        if self.expedition is not None:
            rest = partial(go_on, self.expedition, self.session.match)
            self.app.go(Travel("The company rests, and looks where to go next", rest))

    def _rematch(self) -> None:
        session = self.session
        self.app.go(StartedBattle(session.again(session.players)))

    def _swap(self) -> None:
        """Those who played one side play the next."""
        session = self.session
        sides = [Seat(side.name) for side in session.match.setup.sides]
        moved = {side: session.players[other] for side, other in zip(sides, sides[1:] + sides[:1], strict=True)}
        other = (
            replace(session.match.setup, to_beat="") if session.match.setup.to_beat else None
        )  # it was the first side's
        self.app.go(StartedBattle(session.again({**session.players, **moved}, setup=other, difficulty="")))

    def _regular(self) -> None:
        battle = quick_battle(self.session.match.setup.ruleset)
        if battle is not None:
            self.app.go(Begin(battle))

    # -- the picture

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        look = self.look
        veil(target)
        draw_panel(target, self.rect, alpha=250, line=LINE, width=2, radius=look.px(12))
        for box, icon, line in self._lines:
            side = look.px(20)
            if icon:
                target.blit(picture(icon, side), (box.left, box.centery - side // 2))
            room = box.width - side - look.px(10)
            size = look.fitting(line, room, BODY if icon else SMALL)
            said = look.write(look.cut(line, room, size), size, TEXT if icon else FAINT)
            target.blit(said, said.get_rect(midleft=(box.left + side + look.px(10), box.centery)))
        self.group.draw(target, look)
        self.group.draw_tip(target, look)


BAR = 40
"""Height of the design of the bar."""


class NextDifficultyScreen(MenuScreen):
    """How far the search for other foes has come; who is found, and the battle with them."""

    width = 560

    def __init__(self, app: App, session: Session, wanted: NextDifficulty) -> None:
        super().__init__(app)
        self.session, self.wanted = session, wanted
        self.title = wanted.difficulty.capitalize()
        self._process: SearchProcess | None = None
        self._trouble = ""
        self._found: FoundSquad | None = None
        """Whom strengths foresee, then who is found by quick battles."""
        search = session.match.setup, wanted.other, wanted.difficulty
        try:
            self._found = foresee_squad(*search, only=wanted.only)
        except UserError as error:
            self._trouble = str(error)
        else:
            self._process = SearchProcess(*search, wanted.only)

    @property
    def _lines(self) -> Sequence[str]:
        if self._trouble or self._found is None:
            return [self._trouble]
        changed = change_of(self._found, self.wanted.other, self.wanted.difficulty)
        return [tell_reached(changed), f"{changed.change[:1].upper()}{changed.change[1:]}."]

    def content(self) -> Sequence[MenuRow]:
        """What is told; below it how far the search has come."""
        rows, process = [self.paragraph(line) for line in self._lines], self._process
        return rows if process is None else [*rows, MenuRow(BAR, lambda box: search_bar(box, process))]

    def entries(self) -> Sequence[MenuButton]:
        """To begin, whether or not the quick battles are over; or to go back."""
        return (
            MenuButton("Begin", self._begin, enabled=self._found is not None),
            MenuButton("Back", self.cancel, "As it was: nobody is changed"),
        )

    def _begin(self) -> None:
        found, session = self._found, self.session
        if found is not None:
            setup = with_squads(session.match.setup, {self.wanted.other: found.squad})
            again = session.again(session.players, setup=setup, difficulty=self.wanted.difficulty)
            self.app.go(StartedBattle(again))

    @property
    def moving(self) -> bool:
        """As long as battles are fought."""
        return self._process is not None or super().moving

    def advance(self, seconds: float) -> None:
        """Take in what has come of the search."""
        super().advance(seconds)
        process = self._process
        if process is None or not process.look():
            return
        if process.over:
            self._found, self._trouble = process.found, process.trouble
            self.leave()
            self.group.focus = None
            self.refresh()

    def leave(self) -> None:
        """Fight no more."""
        if self._process is not None:
            self._process.stop()
            self._process = None
