"""A reliability picture as SVG: what was told as likely across, how often it came up, with three standard errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from game.lab.odds_audit import OFF, CalibrationBin

SIDE, GAP, LEFT, TOP = 200, 40, 46, 34
"""Pixels: of a diagram, between two, and round them."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Of the kinds of figures, in their order."""


def draw_calibration(found: Mapping[str, Sequence[CalibrationBin]]) -> str:
    """A diagram for each set of rules, and what colours mean. Bins of few or drawn figures are left out."""
    kinds = list(
        dict.fromkeys(each.kind for bins in found.values() for each in bins if not each.kind.endswith("drawn"))
    )
    wide = 2 * LEFT + len(found) * SIDE + (len(found) - 1) * GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {TOP + SIDE + 70}" font-family="sans-serif" '
        'font-size="12" fill="#333">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for number, (title, bins) in enumerate(found.items()):
        lines += _diagram(LEFT + number * (SIDE + GAP), title, bins, kinds)
    for number, kind in enumerate(kinds):
        x, y = LEFT + number * 150, TOP + SIDE + 54
        lines.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{COLOURS[number % len(COLOURS)]}"/>')
        lines.append(f'<text x="{x + 9}" y="{y}">{escape(kind)}</text>')
    return "\n".join((*lines, "</svg>", ""))


def _diagram(left: int, title: str, bins: Sequence[CalibrationBin], kinds: Sequence[str]) -> Iterator[str]:
    def place(told: float, came: float) -> tuple[float, float]:
        return round(left + told * SIDE, 1), round(TOP + (1 - min(1.0, max(0.0, came))) * SIDE, 1)

    yield f'<text x="{left}" y="{TOP - 12}" font-weight="bold">{escape(title)}</text>'
    yield f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
    yield f'<path d="M{left} {TOP + SIDE}L{left + SIDE} {TOP}" stroke="#bbb"/>'
    for share in (0, 50, 100):
        x, y = place(share / 100, share / 100)
        yield f'<text x="{x}" y="{TOP + SIDE + 16}" text-anchor="middle">{share}</text>'
        yield f'<text x="{left - 5}" y="{y + 4}" text-anchor="end">{share}</text>'
    yield f'<text x="{left + SIDE / 2}" y="{TOP + SIDE + 32}" text-anchor="middle">told, %</text>'
    for each in bins:
        if each.kind not in kinds or not each.enough:
            continue
        colour = COLOURS[kinds.index(each.kind) % len(COLOURS)]
        x, y = place(each.told, each.came)
        low, high = (place(each.told, each.came + sign * OFF * each.error)[1] for sign in (-1, 1))
        yield f'<path d="M{x} {low}V{high}" stroke="{colour}" stroke-opacity=".5"/>'
        yield f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
