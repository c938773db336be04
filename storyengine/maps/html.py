"""The interactive map: one HTML file that needs nothing else, asks for nothing, and runs only its own script."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence
from importlib.resources import files

from storyengine.maps.as_json import map_data
from storyengine.maps.overlays import Overlay
from storyengine.maps.routes import Route
from storyengine.maps.story_map import StoryMap

SCRIPTS = ("data", "camera", "shapes", "paint", "minimap", "card", "find", "route", "outline", "keys", "start")
"""Parts of the viewer, in the order they run."""


_SURROGATE = re.compile("[\ud800-\udfff]")


def html_text(drawn: StoryMap, routes: Sequence[Route] = (), overlays: Sequence[Overlay] = ()) -> str:
    """Return the interactive map as the text of an HTML file.

    Story text is data throughout: it is put into the page as text, and the page's own policy forbids every script but
    the one whose hash it names, every address, form and frame.
    """
    viewer = files("storyengine.maps") / "viewer"
    script = "'use strict';\n(() => {\n" + "".join(_read(viewer / f"{name}.js") for name in SCRIPTS) + "})();\n"
    style = _read(viewer / "style.css")
    parts = {
        "POLICY": f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; base-uri 'none'; "
        "form-action 'none'",
        "TITLE": html.escape(f"{drawn.title}: map", quote=True),
        "STYLE": style,
        "SCRIPT": script,
        "DATA": inert_json(map_data(drawn, routes, overlays)),
    }
    page = _read(viewer / "page.html")
    pieces = page.split("@@")  # by turns the page's own text and the name of a part
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))


def inert_json(data: object) -> str:
    r"""Return JSON that stays JSON in the middle of HTML: no tag, entity or comment can begin in it.

    Example:
        >>> inert_json("</script>")
        '"\\u003c/script\\u003e"'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    if text.isascii() or not _SURROGATE.search(text):
        return text
    # half of a surrogate pair cannot be written as UTF-8
    return "".join(f"\\u{ord(each):04x}" if "\ud800" <= each <= "\udfff" else each for each in text)


def _read(resource: object) -> str:
    text: str = resource.read_text(encoding="utf-8")  # type: ignore[attr-defined]  # a Traversable
    return text


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
