"""What a choice would do to those it befalls, told beside them on the board and marked in their bars."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pygame

from game.play.speech import percents
from game.rules.events import Id
from game.rules.standing import Mark
from game.scene.scene import Token
from game.view.board.tokens import draw_track, lay_bars, mark_loss, mark_sprite
from game.view.panels.cards import Fact
from game.view.widgets.art import picture
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import BAD_WORD, BODY, FAINT, GOOD_WORD, INK, LINE, SMALL, WARN, WHITE, Typography, Weight
from game.window.battle.camera_work import body_box
from game.window.battle.forecast import Chance
from game.window.battle.open_question import OpenQuestion
from game.window.battle.preview import Preview, of_party, tell_turned, worth_weighing
from game.window.battle.sightlines import return_attacks_on, tell_return_attack
from game.window.battle.viewport import Viewport


def tell_aimed(
    chance: Chance, who: Id | None, target: Id, *, friend: bool = False, fells: Fraction | None = Fraction(1)
) -> list[Fact]:
    """What an option of somebody's (``who``) would do to whom it is aimed at: the chance with the harm, then the worst.

    ``friend``: whether it is bad news for whoever looks that the target falls. ``fells``: how likely it falls whatever
    is answered to that, if it is known.
    """
    hit, down, befalls = chance.hit(who, target), chance.down(target), chance.befalls(target)
    said = [chance.told(hit)] if hit is not None else []
    said += [f"−{chance.loss(target):.1f}"] if chance.harms(target) else []
    facts = [Fact("  ".join(said), tone=WHITE, bold=True)] if said else []
    if down:
        told = f"falls {chance.told(down)}"
        if down == 1 and not chance.sampled and fells is not None:
            told = "falls for sure" if fells == 1 else "falls, unless somebody reacts"
            told += ", hit or miss" if hit is not None and hit < 1 else ""
        facts.append(Fact(told, tone=BAD_WORD if friend else GOOD_WORD))
        ways = chance.ways(target)
        parts = zip(ways, percents([share for _, share in ways], chance.error), strict=True)
        facts += [
            Fact(said if share == down else f"{said or 'otherwise'} {part}", tone=FAINT)
            for (said, share), part in parts
        ]
    elif befalls is not None and not chance.harms(target):
        facts.append(Fact(f"{befalls[0]}: {chance.told(befalls[1])}", tone=WARN))
    elif hit and not chance.loss(target):
        facts.append(Fact("can't be harmed", tone=WARN))
    return facts


def tell_plate(view: Viewport, asked: OpenQuestion, preview: Preview) -> list[Fact]:
    """What stands beside whom an option is aimed at: what it would do to that, and what comes back on its turn."""
    scene = view.scene
    chance = asked.forecast.chance(preview.option) if worth_weighing(asked.kind, preview) else None
    aim = scene.tokens.get(preview.option.target) if preview.option.target is not None else None
    if chance is None or aim is None or aim.id == asked.who:
        return []
    fells = asked.forecast.fells(preview.option, aim.id)
    facts = tell_aimed(chance, asked.who, aim.id, friend=of_party(scene, aim.id), fells=fells)
    facts += tell_turned(asked.forecast.answered(preview.option), chance, scene, asked.who, aim.id)
    back = return_attacks_on(view, asked, preview).get(aim.id)
    return facts + ([Fact(tell_return_attack(back), tone=FAINT)] if back is not None else [])


def draw_forecast(
    view: Viewport, asked: OpenQuestion, target: pygame.Surface, preview: Preview, room: FreeRoom
) -> None:
    """Mark in the bars of everybody what they would lose, and on them what else may become of them; tell it beside whom
    an option is aimed at, in free ``room``.
    """
    scene = view.scene
    chance = asked.forecast.chance(preview.option) if worth_weighing(asked.kind, preview) else None
    if chance is None:
        return
    for who, losses in chance.bars:
        if who in scene.tokens:
            _mark_losses(view, target, scene.tokens[who], losses)
    for token in scene.tokens.values():
        _mark_befalling(target, body_box(view, token), token, chance)
    aim = scene.tokens.get(preview.option.target) if preview.option.target is not None else None
    facts = tell_plate(view, asked, preview)
    if aim is not None and facts:
        _draw_plate(target, view.look, _place(view.look, facts, body_box(view, aim), room), facts)


def _mark_losses(view: Viewport, target: pygame.Surface, token: Token, losses: Sequence[tuple[float, int]]) -> None:
    """The bars of somebody with what they would lose of each."""
    box, bars = body_box(view, token), token.standing.bars
    if len(losses) != len(bars) or not token.standing.up:
        return
    for rect, bar, (mean, most) in zip(lay_bars(len(bars), box.topleft, box.width), bars, losses, strict=True):
        draw_track(target, rect, bar)
        mark_loss(target, rect, bar, mean, most)


def _mark_befalling(target: pygame.Surface, box: pygame.Rect, token: Token, chance: Chance) -> None:
    """Ring the picture of each condition that may befall somebody, down the left: full bars do not tell of it.

    Who may go down though something is left to it has the picture of those who are out.
    """
    if not token.standing.up:
        return
    here = {mark_sprite(mark) for mark in token.standing.marks}
    words = [note.said.rstrip(" 0123456789") for note, share in chance.notes if note.who == token.id and share]
    out = ["marks/out"] if any(said for said, _ in chance.ways(token.id)) else []
    sprites = [*out, *(sprite for said in words if (sprite := mark_sprite(Mark(said))) is not None)]
    side = max(14, box.width * 3 // 8)
    for number, sprite in enumerate([each for each in dict.fromkeys(sprites) if each not in here][:3]):
        spot = pygame.Rect(box.left - side // 2, box.top + number * side, side, side)
        pygame.draw.circle(target, INK, spot.center, side // 2 + 2)
        pygame.draw.circle(target, WARN, spot.center, side // 2 + 2, 2)
        target.blit(picture(sprite, side - 4), picture(sprite, side - 4).get_rect(center=spot.center))


def _place(look: Typography, facts: Sequence[Fact], body: pygame.Rect, room: FreeRoom) -> pygame.Rect:
    """Beside a body at the right, or the nearest free place."""
    wide = max(look.width(fact.text, *_type(fact)) for fact in facts) + look.px(16)
    high = sum(look.line(_type(fact)[0]) for fact in facts) + look.px(8)
    ideal = pygame.Rect(0, 0, wide, high)
    ideal.midleft = body.right + look.px(6), body.centery
    return room.lay(ideal)


def _draw_plate(target: pygame.Surface, look: Typography, place: pygame.Rect, facts: Sequence[Fact]) -> None:
    pygame.draw.rect(target, INK, place, border_radius=6)
    pygame.draw.rect(target, LINE, place, 1, border_radius=6)
    top = place.top + look.px(4)
    for fact in facts:
        size, weight = _type(fact)
        target.blit(look.write(fact.text, size, fact.tone, weight), (place.left + look.px(8), top))
        top += look.line(size)


def _type(fact: Fact) -> tuple[int, Weight]:
    return (BODY + 1, "semibold") if fact.bold else (SMALL, "semibold")
