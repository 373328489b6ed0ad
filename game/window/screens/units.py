"""Units of one's own: who there are, a form for one of them, and what the rules make of it while one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.files.atomic import hyphened
from game.files.entries import FieldPath, FormLine
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasUnitTables
from game.user_error import UserError
from game.view.panels.cards import Card, lay_card
from game.view.panels.entry_form import EntryForm, Hands, shortened, typed_in
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column, Dock
from game.view.widgets.theme import BAD_WORD, BODY, FAINT, GOOD_WORD, LINE, NIGHT, SMALL, TITLE, WARN, draw_panel
from game.view.widgets.widget import Button, ChoiceButton, Label, Widget
from game.window.controls import Binding
from game.window.destinations import Sure
from game.window.loop import App, Screen
from game.window.menu import back_button, head_dock, write_heading
from game.window.setting_up.unit_draft import AnyTabled, UnitDraft, copied, empty, opened, own_units, removed

SHOWN = 200
"""Words that may stand in a line, of those that fit what is typed."""


CHOOSE = "Choose a line: what it is about is told here, with what may stand in it."


def writable() -> list[str]:
    """The installed rulesets for whose units there is a form."""
    return [name for name in names() if isinstance(ruleset(name), HasUnitTables)]


class UnitsScreen(Screen):
    """A list on the left, the form in the middle, the card and what may stand in a line on the right."""

    room = (1180, 620)
    document: UnitDraft

    def __init__(self, app: App, rules: str) -> None:
        """``rules``: the ruleset to begin with, by name."""
        super().__init__(app)
        able = writable()
        self.rules = _ruleset_with_tables(rules if rules in able else able[0])
        hands = Hands(
            self.after(self._type),
            self.after(self._switch),
            self.after(self._add),
            self.after(self._remove_item),
            self.after(self._widen),
        )
        self.form = EntryForm(hands)
        self.document = copied(self.rules, *_first(self.rules))
        self.at: FieldPath | None = None
        """The line that one types into."""
        self._form_area = pygame.Rect(0, 0, 0, 0)
        self._card_area = pygame.Rect(0, 0, 0, 0)
        self._rows: list[Callable[[], UnitDraft]] = []

    # -- what is laid out

    def layout(self, size: tuple[int, int]) -> None:
        """Three columns and a foot."""
        px = self.look.px
        edge, top, foot = px(20), px(72), size[1] - px(60)
        body = Dock(self.look, pygame.Rect(edge, top, size[0] - 2 * edge, foot - top - px(10)), 16)
        left, right = body.left(pixels=size[0] * 21 // 100), body.right(pixels=size[0] * 30 // 100)
        middle = body.area
        widgets: list[Widget] = [*self._roster(left)]
        self._form_area = middle
        inner = middle.inflate(-px(24), -px(20))
        shown = self.document.lines
        widgets += self.form.widgets(inner, self.look, shown, self.document.trouble)
        widgets += self._beside(right, shown)
        widgets += self._foot(pygame.Rect(middle.left, foot, size[0] - edge - middle.left, px(44)))
        self.group.put([*widgets, back_button(self, head_dock(self).right(100), self.cancel)])
        self.group.focus = next(
            (each for each, path in self.form.paths.items() if path == self.at and _types(each)), None
        )

    def _roster(self, area: pygame.Rect) -> list[Widget]:
        """The player's own units, and whatever one can begin from."""
        px = self.look.px
        choices = [(name, ruleset(name).title) for name in writable()]
        column = Column(area, px(8), px(36))
        column.put(ChoiceButton(column.box(), "", choices, self.rules.name, self._turn_to))
        rows: list[ListRow] = []
        self._rows = []

        def row(text: str, begin: Callable[[], UnitDraft], under: str = "") -> None:
            rows.append(ListRow(text, under))
            self._rows.append(begin)

        def heading(text: str) -> None:
            rows.append(ListRow(text, heading=True))
            self._rows.append(lambda: self.document)

        chosen = -1
        try:
            mine = list(own_units(self.rules))
        except UserError as error:
            mine = []
            self.app.say(str(error))
        heading("Yours" if mine else "None of your own yet")
        for table, key, called in mine:
            if (table, key) == (self.document.table, self.document.replaced):
                chosen = len(rows)
            row(called, partial(opened, self.rules, table, key))
        heading("Begin from nothing")
        for table in self.rules.unit_tables:
            row(f"An empty {table}", partial(empty, self.rules, table))
        for table in self.rules.unit_tables:
            heading(f"Copy a {table}")
            for key in self.rules.written[table]:
                row(self.rules.roster().get(key, key), partial(copied, self.rules, table, key))
        column.put(ListBox(column.rest(), rows, self._pick, chosen=chosen, height=px(32), kept=self.rules.name))
        return column.widgets

    def _beside(self, area: pygame.Rect, shown: list[FormLine]) -> list[Widget]:
        """Room for the card, what the line is about, and what may stand in it."""
        px = self.look.px
        self._card_area = pygame.Rect(area.left, area.top, area.width, area.height * 62 // 100)
        card = self._card()
        column = Column(area, 0, px(28))
        column.top += (card.rect.height if card is not None else 0) + px(12)
        line = next((each for each in shown if each.path == self.at), None)
        if line is None:
            column.say(self.look, CHOOSE, BODY, FAINT)
            return column.widgets
        offered = self._fitting(line)
        above = next((each.label for each in shown if each.path == line.path[:-1]), "")
        title = f"{above}: {line.label}" if above else line.label
        column.put(Label(column.box(self.look.line(BODY + 1)), title, BODY + 1, TITLE, bold=True))
        bounds = f" {line.bounds[:1].upper()}{line.bounds[1:]}." if line.bounds else ""
        text = f"{line.help}{bounds}" + (f" Unsaid: {line.hint}." if line.hint else "")
        column.say(self.look, text, BODY - 1)
        column.top += px(8)
        box = column.rest()
        if not offered or box.height < px(60):
            return column.widgets
        room = area.width - px(40)
        both = [key if hyphened(called) in ("", key) else f"{key}  ·  {called}" for key, called in offered]
        small = min(SMALL, self.look.least)
        fits = [self.look.width(text, small) <= room for text in both]
        rows = [ListRow(text if fit else key) for text, fit, (key, _) in zip(both, fits, offered, strict=True)]
        value = str(line.value)
        chosen = next((number for number, (key, _) in enumerate(offered) if key == value), -1)
        words = ListBox(
            box, rows, lambda number: self._take(line.path, offered[number][0]), chosen=chosen, height=px(28)
        )
        words.top = max(0, (chosen - 2) * px(28))
        return [*column.widgets, words]

    def _fitting(self, line: FormLine) -> list[tuple[str, str]]:
        """What may stand in a line: all of it where what stands there is one of them, else what is like it."""
        offered = self.document.offered(line)
        typed = "" if line.value is None else str(line.value).casefold()
        if typed in [key.casefold() for key, _ in offered]:
            return offered[:SHOWN]
        like = [each for each in offered if typed in each[0].casefold() or typed in each[1].casefold()]
        return (like or offered)[:SHOWN]

    def _foot(self, area: pygame.Rect) -> list[Widget]:
        px, draft = self.look.px, self.document
        foot = Dock(self.look, area, 10)
        save, remove, undo, redo = foot.left(150), foot.left(130), foot.left(110), foot.left(110)
        says = foot.area.move(px(6), px(4))
        says.width -= px(6)
        able = draft.trouble is None and draft.changed
        mine = bool(draft.replaced)
        text, tone = self._state()
        key = self.key_of
        return [
            Button(save, "Save", self._save, enabled=able, chosen=able, shortcut=key(self._save)),
            Button(remove, "Remove", self._remove, enabled=mine, tip="Take it out of your units"),
            Button(undo, "Undo", self._undo, enabled=draft.can_undo, tip="Take back", shortcut=key(self._undo)),
            Button(redo, "Redo", self._redo, enabled=draft.can_redo, tip="Do it again", shortcut=key(self._redo)),
            Label(says, shortened(self.look, text, says.width, 2), SMALL, tone),
        ]

    def _state(self) -> tuple[str, tuple[int, int, int]]:
        draft = self.document
        if draft.trouble is not None:
            place, why = draft.trouble
            where = " ".join(str(step + 1) if isinstance(step, int) else step for step in place)
            return (f"{where}: {why}" if where else why), BAD_WORD
        if draft.changed and draft.now.get("key") in self.rules.written[draft.table]:
            return "Not saved yet. It would take the place of the game's own: give it another key to have both.", WARN
        if draft.changed:
            return "Ready to fight; not saved yet.", GOOD_WORD
        return "Saved. It is offered wherever units are picked for a battle of your own.", FAINT

    # -- what is done

    def _type(self, path: FieldPath, typed: str) -> None:
        self.at = path
        self.document.type(path, typed)
        self._reveal()

    def _switch(self, path: FieldPath, on: bool) -> None:
        self.at = path
        self.document.switch(path, on)

    def _add(self, path: FieldPath) -> None:
        self.document.add(path)
        items = [line.path for line in self.document.lines if line.path[: len(path)] == path and line.removable]
        self.at = items[-1]
        self.refresh()
        self._reveal()

    def _remove_item(self, path: FieldPath) -> None:
        self.at = None
        self.document.remove(path)

    def _widen(self, path: FieldPath) -> None:
        self.document.widen(path)
        self.at = next(line.path for line in self.document.lines if line.path[:-1] == path)

    def _take(self, path: FieldPath, word: str) -> None:
        self.document.type(path, word)
        self.refresh()

    def _undo(self) -> None:
        self._turn_back(self.document.undo)

    def _redo(self) -> None:
        self._turn_back(self.document.redo)

    def _turn_back(self, step: Callable[[], object]) -> None:
        """Undo or redo: a line that is gone is typed into no more."""
        step()
        if self.at not in [line.path for line in self.document.lines]:
            self.at = None
        self.refresh()

    def _pick(self, number: int) -> None:
        self.leaving(lambda: self._begin(self._rows[number]))

    def _begin(self, begin: Callable[[], UnitDraft]) -> None:
        try:
            self.document = begin()
        except UserError as error:
            self.app.say(str(error))
        self.at, self.form.top = None, 0
        self.refresh()

    def _turn_to(self, name: str) -> None:
        self.leaving(lambda: self._other(name))

    def _other(self, name: str) -> None:
        rules = _ruleset_with_tables(name)
        try:
            self.document = copied(rules, *_first(rules))
        except UserError as error:
            self.app.say(str(error))
        else:
            self.rules = rules
            self._begin(lambda: self.document)
        self.refresh()

    def _save(self) -> None:
        try:
            self.document.save()
        except UserError as error:
            self.app.say(str(error))
        else:
            self.app.say(f"{self.document.name} is one of your units now.")
        self.refresh()

    def _remove(self) -> None:
        def remove() -> None:
            try:
                removed(self.rules, self.document.table, self.document.replaced)
            except UserError as error:
                self.app.say(str(error))
            else:
                self._begin(partial(copied, self.rules, *_first(self.rules)))

        self.app.go(Sure(f"Remove {self.document.name}?", "It is taken out of your units for good.", remove))

    # -- the loop

    def handle(self, event: pygame.Event) -> None:
        """Keys first; the wheel scrolls the form, and Tab and the arrows go from line to line."""
        if self.take_key(event) or (event.type == pygame.KEYDOWN and self._go_to_line(event)):
            return
        if event.type == pygame.MOUSEWHEEL and self._form_area.collidepoint(self.app.pointer):
            self.form.top -= event.y * self.look.px(74)
            self.refresh()
            return
        self.group.handle(event)
        focus = self.group.focus
        path = self.form.paths.get(focus) if focus is not None else self.at
        if path is not None and path != self.at:
            self.at = path
            self.refresh()

    def bindings(self) -> Sequence[Binding]:
        """Keys of the file and of what was changed."""
        return (
            *super().bindings(),
            Binding("Save", self._save, keys=("ctrl+s",)),
            Binding("Take back", self._undo, "undo"),
            Binding("Do it again", self._redo, keys=("ctrl+y", "ctrl+shift+z")),
        )

    def _go_to_line(self, event: pygame.Event) -> bool:
        """Tab and the arrows, with Ctrl to the next word that may stand in a line; whether it was one of these."""
        held = getattr(event, "mod", 0)
        if self.at is None or self.group.focus not in self.form.paths:
            return False
        back = event.key == pygame.K_UP or (event.key == pygame.K_TAB and held & pygame.KMOD_SHIFT)
        if event.key not in (pygame.K_TAB, pygame.K_UP, pygame.K_DOWN):
            return False
        if held & pygame.KMOD_CTRL:
            self._step(-1 if back else 1)
            return True
        order = typed_in(self.document.lines)
        number = order.index(self.at) + (-1 if back else 1)
        if not 0 <= number < len(order):
            return False
        self.at = order[number]
        self._reveal()
        return True

    def _reveal(self) -> None:
        if self.at is not None:
            self.form.reveal(self.at, self._form_area.height - self.look.px(20))
        self.refresh()

    def _step(self, by: int) -> None:
        """The next of the words that may stand in a line, or one more."""
        line = next(each for each in self.document.lines if each.path == self.at)
        words = [key for key, _ in self.document.offered(line)]
        value = "" if line.value is None else str(line.value)
        if words:
            at = words.index(value) + by if value in words else 0
            self._take(line.path, words[at % len(words)])
        elif line.leaf is not None and line.leaf.kind == "number":
            now = line.value if isinstance(line.value, int) else int(line.hint or 0)
            least, most = line.leaf.least, line.leaf.most
            wanted = now + by if least is None else max(least, now + by)
            self._take(line.path, str(wanted if most is None else min(most, wanted)))

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        look = self.look
        target.fill(NIGHT)
        write_heading(target, self, "Units of your own", look.px(16))
        draw_panel(target, self._form_area, alpha=255, line=LINE)
        card = self._card()
        if card is not None and self.document.card is not None:
            card.draw(target, look, self.document.card[1])
        self.group.draw(target, look)
        self.group.draw_tip(target, look)

    def _card(self) -> Card | None:
        """What the rules make of the unit."""
        if self.document.card is None:
            return None
        return lay_card(self.look, self.document.card[0], self._card_area, rest="…", at_top=True)


def _ruleset_with_tables(name: str) -> AnyTabled:
    found = ruleset(name)
    assert isinstance(found, HasUnitTables)
    return found


def _first(rules: AnyTabled) -> tuple[str, str]:
    """What the form shows first: the first unit of the last table, a kind of creature in most games."""
    table = next(each for each in reversed(rules.unit_tables) if rules.written[each])
    return table, next(iter(rules.written[table]))


def _types(widget: Widget) -> bool:
    return not isinstance(widget, Label) and not (isinstance(widget, Button) and widget.text in ("×", "…"))
