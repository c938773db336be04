"""The map as a PNG picture, drawn from the SVG one by resvg, which the extra `png` installs."""

from __future__ import annotations

from storyengine.maps.layout import CARD_WIDTH
from storyengine.maps.story_map import StoryMap

LARGEST_SIDE = 8_000
"""Pixels; more than this few programs open."""
USUAL_SIDE = 2_400
READABLE = 0.75
"""Scale at which titles can be read."""


class NoPngError(RuntimeError):
    """The library that draws PNG pictures is not installed."""


def png_bytes(svg: str, drawn: StoryMap) -> bytes:
    """Return an SVG map as the bytes of a PNG file.

    It is as large as it takes to read the titles, within `LARGEST_SIDE`.

    Raises:
        NoPngError: the extra `png` is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise NoPngError("for PNG pictures install the extra: pip install 'storyengine[png]'") from None
    longest = max(drawn.width, drawn.height, CARD_WIDTH)
    side = min(max(longest * READABLE, min(longest * 1.5, USUAL_SIDE)), LARGEST_SIDE)
    zoom = side / longest
    fallback = "DejaVu Sans"  # resvg has no `system-ui`
    named = svg.replace("system-ui, ", "", 1)
    found = resvg_py.svg_to_bytes(svg_string=named, zoom=1, width=round(drawn.width * zoom), font_family=fallback)
    return bytes(found)
