"""Boxes of different sizes side by side on a sheet of a given shape, in their order, with little left empty."""

from __future__ import annotations

from collections.abc import Sequence

TRIES = 9
"""Widths that are tried."""

Size = tuple[float, float]
Segment = tuple[float, float, float]
"""Of the skyline: from, to, and how far down it is full."""


def packed(sizes: Sequence[Size], *, aspect: float, gap: float) -> tuple[list[Size], Size]:
    """Place boxes so that the whole looks as large as possible on a screen of some shape.

    Args:
        sizes: (width, height) of each box; earlier ones go further up, then further left.
        aspect: width of the screen by its height.
        gap: the least distance between two boxes.

    Returns:
        The upper left corner of each, and (width, height) of the whole.
    """
    if not sizes:
        return [], (0.0, 0.0)
    roomy = [(width + gap, height + gap) for width, height in sizes]
    narrowest = max(width for width, _ in roomy)
    around = (sum(width * height for width, height in roomy) * aspect) ** 0.5
    best: tuple[float, list[Size], Size] | None = None
    for attempt in range(TRIES):
        limit = max(narrowest, around * (0.75 + 0.1 * attempt))
        corners = _skyline(roomy, limit)
        across = max(x + width for (x, _), (width, _) in zip(corners, roomy, strict=True)) - gap
        down = max(y + height for (_, y), (_, height) in zip(corners, roomy, strict=True)) - gap
        scale = max(across / aspect, down)
        if best is None or scale < best[0] * 0.999:
            best = (scale, corners, (across, down))
    assert best is not None, "some width was tried"
    return best[1], best[2]


def _skyline(sizes: Sequence[Size], limit: float) -> list[Size]:
    """Put each box as high as it goes, then as far left; `limit` is at least the widest."""
    line: list[Segment] = [(0.0, limit, 0.0)]
    corners = []
    for width, height in sizes:
        best = (float("inf"), 0.0)
        for index, (x, _, _) in enumerate(line):
            if x + width > limit + 1e-6:
                break
            top = 0.0
            for start, _, full in line[index:]:
                if start >= x + width - 1e-6:
                    break
                top = max(top, full)
            best = min(best, (top, x))
        y, x = best
        corners.append((x, y))
        line = _raised(line, x, x + width, y + height)
    return corners


def _raised(line: list[Segment], left: float, right: float, full: float) -> list[Segment]:
    found: list[Segment] = []
    for start, end, old in line:
        if end <= left + 1e-6 or start >= right - 1e-6:
            found.append((start, end, old))
            continue
        if start < left - 1e-6:
            found.append((start, left, old))
        if not found or found[-1][:1] != (left,):
            found.append((left, right, full))
        if end > right + 1e-6:
            found.append((right, end, old))
    return found
