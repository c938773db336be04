"""The HTML file as text: what it may load and run, and that story text can do neither."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from storyengine.maps.html import html_text, inert_json
from storyengine.maps.story_map import map_of
from tests.maps.stories import AWKWARD, awkward_story


class Page(HTMLParser):
    """The tags of a page, and what stands in its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self.open = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open = tag

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        tag, attributes = self.tags[-1] if self.tags else ("", {})
        if self.open != tag:
            return
        key = f"{tag}:{attributes.get('type', '')}"
        self.inside[key] = self.inside.get(key, "") + data


@pytest.fixture(scope="module")
def text() -> str:
    return html_text(map_of(awkward_story()))


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_policy_allows_the_pages_own_script_and_style_and_nothing_else(page: Page) -> None:
    policy = next(each["content"] for tag, each in page.tags if tag == "meta" and "http-equiv" in each)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules == {
        "default-src": "'none'",
        "script-src": digest(page.inside["script:"]),
        "style-src": digest(page.inside["style:"]),
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_there_are_two_scripts_the_data_and_the_viewer(page: Page) -> None:
    assert [each.get("type", "") for tag, each in page.tags if tag == "script"] == ["application/json", ""]
    assert [tag for tag, _ in page.tags if tag in ("img", "link", "iframe", "object", "embed", "base", "form")] == []


def test_no_tag_has_an_address_a_handler_or_a_style(page: Page) -> None:
    for tag, attributes in page.tags:
        for name in attributes:
            assert name not in ("src", "href", "style", "srcset", "action"), tag
            assert not name.startswith("on"), tag


def test_the_page_names_no_address_on_the_net(text: str) -> None:
    assert re.findall(r"(?:https?|wss?|ftp)://", text) == []


def test_the_data_comes_back_as_it_was(page: Page) -> None:
    data = json.loads(page.inside["script:application/json"])
    assert [node["id"] for node in data["nodes"]][: len(AWKWARD)] == list(AWKWARD)


def test_the_viewer_never_makes_html_or_code_of_text(page: Page) -> None:
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "DOMParser"):
        assert word not in page.inside["script:"]


@pytest.mark.parametrize("text", ["</script>", "<!--", "]]>", "&lt;", "\u2028\u2029", "\ud800", "@@STYLE@@", "\\u003c"])
def test_inert_json_holds_no_markup_and_is_the_same_json(text: str) -> None:
    inert = inert_json({text: [text]})
    assert not set("<>&\u2028\u2029") & set(inert)
    assert json.loads(inert) == {text: [text]}
    inert.encode()


def luminance(colour: str) -> float:
    """Return how light a colour is, as the guidelines for accessible pages count it (WCAG 2.2, relative luminance)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_both_themes_can_be_read(page: Page, theme: int) -> None:
    """Text stands out from its ground by 4.5 to 1, signs and lines by 3 to 1."""
    block = page.inside["style:"].split("}")[theme]
    colours = {name: value for name, value in re.findall(r"--(\w+): (#[0-9a-f]{6})\b", block)}
    ground = luminance(colours["panel"])

    def contrast(name: str) -> float:
        one = luminance(colours[name])
        return (max(one, ground) + 0.05) / (min(one, ground) + 0.05)

    kinds = ("card", "challenge", "game", "data", "ending", "threshold", "travel", "stranded")
    assert {name for name in ("ink", "quiet") if contrast(name) < 4.5} == set()
    assert {name for name in (*kinds, "win", "lose", "way", "trip", "draw", "accent") if contrast(name) < 3} == set()
