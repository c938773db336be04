"""The interactive map in headless Chromium, opened from a file, offline, as a reader opens it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from storyengine.loader import load
from storyengine.maps.html import html_text
from storyengine.maps.overlays import Overlay, number_overlay
from storyengine.maps.routes import route_of
from storyengine.maps.story_map import map_of
from storyengine.maps.ways import quick_ways
from storyengine.model.story import Story
from tests.maps.stories import AWKWARD, awkward_story, large_story

Theme = Literal["light", "dark"]
ROOT = Path(__file__).parents[2]


@dataclass
class Opened:
    """A page with all that it asked for and complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector)

    def selected(self) -> str:
        """Return the id of the selected card, as its panel names it."""
        return self.text("#card .quiet").split(" · ")[0] if self.page.is_visible("#card") else ""


@contextmanager
def opened(
    browser: Browser, path: Path, address: str = "", *, theme: Theme = "light", width: int = 1280, height: int = 800
) -> Iterator[Opened]:
    context = browser.new_context(
        viewport={"width": width, "height": height}, offline=True, reduced_motion="reduce", color_scheme=theme
    )
    found = Opened(context.new_page())
    found.page.on("request", lambda request: found.requests.append(request.url))
    found.page.on("console", lambda message: found.complaints.append(message.text))
    found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
    found.page.goto(path.as_uri() + address)
    found.page.wait_for_function("window.ready")
    yield found
    context.close()
    assert [url for url in found.requests if not url.startswith(path.as_uri())] == [], "it asks nobody for anything"
    assert found.complaints == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("maps")


def written(folder: Path, name: str, story: Story, *, routes: bool = False) -> Path:
    path = folder / f"{name}.html"
    if not path.exists():
        drawn = map_of(story)
        ways = quick_ways(story, plays=60) if routes else {}
        numbers = number_overlay(drawn, {node.id: index * 3 for index, node in enumerate(drawn.nodes)}, "visits")
        marks = Overlay("verdicts", {1: "unreachable", 2: "undecided"}, {}, {1: ("unreachable",), 2: ("undecided",)})
        found = [route_of(story, drawn, ending, way) for ending, way in ways.items()]
        path.write_text(html_text(drawn, found, [marks, numbers]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def flagship(folder: Path) -> Path:
    return written(folder, "flagship", load(ROOT / "stories" / "evil-power-master"), routes=True)


@pytest.fixture(scope="module")
def thousand(folder: Path) -> Path:
    return written(folder, "thousand", large_story(1_000))


def painted(page: Page) -> int:
    """Return how many colours the middle of the canvas shows: an empty one shows one or two."""
    script = """() => {
        const canvas = document.getElementById('map'), g = canvas.getContext('2d');
        const x = canvas.width * .4 | 0, y = canvas.height * .3 | 0;
        const data = g.getImageData(x, y, canvas.width * .3 | 0, canvas.height * .4 | 0).data, seen = new Set();
        for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
        return seen.size;
    }"""
    return int(page.evaluate(script))


def test_a_thousand_cards_are_painted_offline(browser: Browser, thousand: Path) -> None:
    with opened(browser, thousand) as map_:
        assert painted(map_.page) > 20
        assert "1,000 cards" in map_.text("#counts")
        assert map_.page.evaluate("window.ready") < 10_000


def test_ten_thousand_cards_can_still_be_used(browser: Browser, folder: Path) -> None:
    with opened(browser, written(folder, "ten thousand", large_story(10_000))) as map_:
        assert painted(map_.page) > 20
        map_.page.mouse.move(700, 400)
        map_.page.mouse.down()
        for step in range(10):
            map_.page.mouse.move(700 - step * 20, 400 - step * 10)
        map_.page.mouse.up()
        map_.page.fill("#query", "number 4321")
        map_.page.keyboard.press("Enter")
        assert map_.selected() == "card_4321"
        map_.page.wait_for_timeout(300)
        assert map_.page.evaluate("window.paintedMs") < 400


def test_search_finds_by_title_text_and_id_and_opens_the_best(browser: Browser, flagship: Path) -> None:
    with opened(browser, flagship) as map_:
        map_.page.keyboard.press("/")
        map_.page.keyboard.type("the queue")
        assert map_.text("#results li:first-child").startswith("The Queue")
        map_.page.keyboard.press("Enter")
        assert map_.selected() == "follop/2"
        map_.page.fill("#query", "data/41x")
        assert map_.text("#counts") == "0 found"


def test_a_click_opens_the_card_with_all_that_is_written_about_it(browser: Browser, flagship: Path) -> None:
    with opened(browser, flagship, "#card=follop/2") as map_:
        panel = map_.text("#card")
        for words in (
            "The Queue",
            "Wait your turn with your ears open",
            "when items > 0",
            "do epm += 2",
            "draws: What the Queue Knows",
            "win: diplomacy",
            "Reached from",
            "Finders",
            "planets/follop.yaml:",
        ):
            assert words in panel
        map_.page.click("#card .link:has-text('What the Queue Knows')")
        assert map_.selected() == "data/4"
        map_.page.keyboard.press("Escape")
        map_.page.keyboard.press("Escape")
        assert map_.selected() == ""
        assert map_.page.evaluate("location.hash") == ""


def test_a_click_on_the_map_selects_what_lies_there(browser: Browser, flagship: Path) -> None:
    """Found by walking over the picture until a card is hit, as nobody outside knows where one is."""
    with opened(browser, flagship) as map_:
        hit = ""
        for y in range(120, 700, 25):
            for x in range(320, 1000, 60):
                map_.page.mouse.click(x, y)
                hit = map_.selected()
                if hit:
                    break
            if hit:
                break
        assert hit
        assert map_.page.evaluate("new URLSearchParams(location.hash.slice(1)).get('card')") == hit


def test_a_deep_link_opens_the_card_that_it_names(browser: Browser, folder: Path) -> None:
    path = written(folder, "awkward", awkward_story())
    first, *others = AWKWARD
    with opened(browser, path, f"#card={quote(first, safe='')}") as map_:
        assert map_.selected() == first
        for name in others:
            map_.page.goto(f"{path.as_uri()}#card={quote(name, safe='')}")
            map_.page.wait_for_function("name => document.querySelector('#card h2').textContent === name", arg=name)
            assert map_.selected() == name


def test_story_text_is_shown_and_never_run(browser: Browser, folder: Path) -> None:
    with opened(browser, written(folder, "awkward", awkward_story())) as map_:
        map_.page.keyboard.press("Home")
        map_.page.keyboard.press("o")
        map_.page.wait_for_selector("#outline article")
        assert map_.page.evaluate("window.hacked") is None
        assert map_.page.evaluate("document.querySelectorAll('img').length") == 0
        assert "</script><script>window.hacked = 1</script>" in map_.text("#card")


def test_the_keyboard_walks_along_the_links_and_back(browser: Browser, flagship: Path) -> None:
    with opened(browser, flagship) as map_:
        page = map_.page
        page.focus("#map")
        page.keyboard.press("ArrowDown")
        assert map_.selected() == "congress/1"
        assert "Leads to 2" in map_.text("#said")
        before = map_.text("#said")
        page.keyboard.press("ArrowRight")
        assert map_.text("#said") != before
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
        first = map_.selected()
        assert first in ("congress/2", "congress/3")
        page.keyboard.press("ArrowUp")
        assert map_.selected() == "congress/1"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "card"
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.id") == "map"


def test_everything_can_be_reached_with_the_tab_key(browser: Browser, flagship: Path) -> None:
    with opened(browser, flagship) as map_:
        reached = set()
        for _ in range(40):
            map_.page.keyboard.press("Tab")
            reached.add(map_.page.evaluate("document.activeElement.id || document.activeElement.type"))
        wanted = {"map", "query", "checkbox", "overlay", "route", "fit", "clear", "open-outline", "theme", "open-help"}
        assert reached >= wanted


def test_a_route_is_drawn_with_its_steps_and_meters(browser: Browser, flagship: Path) -> None:
    with opened(browser, flagship) as map_:
        page = map_.page
        count = page.evaluate("document.querySelectorAll('#route option').length")
        assert count > 2
        page.select_option("#route", index=1)
        steps = page.locator("#steps li")
        assert steps.count() > 10
        assert "Signal Tracker" in map_.text("#steps") and "EPM Meter" in map_.text("#steps")
        assert page.get_attribute("#steps li:first-child", "aria-current") == "step"
        page.focus("#map")
        page.keyboard.press("n")
        page.keyboard.press("n")
        assert page.get_attribute("#steps li:nth-child(3)", "aria-current") == "step"
        assert "step=3" in page.evaluate("location.hash")
        address = page.evaluate("location.hash")
    with opened(browser, flagship, address) as map_:
        assert map_.page.get_attribute("#steps li:nth-child(3)", "aria-current") == "step"


def test_overlays_say_in_words_what_they_show(browser: Browser, flagship: Path) -> None:
    with opened(browser, flagship) as map_:
        map_.page.select_option("#overlay", label="verdicts")
        assert "✕ unreachable (1)" in map_.text("#legend")
        map_.page.select_option("#overlay", label="visits")
        assert "from 0 to" in map_.text("#legend")
        map_.page.goto(flagship.as_uri() + "#card=congress/2")
        map_.page.wait_for_selector("#card .note")
        assert "verdicts: unreachable" in map_.text("#card")
        assert "visits: 3" in map_.text("#card")


def test_the_outline_has_every_card_as_headings_and_lists(browser: Browser, flagship: Path) -> None:
    story = load(ROOT / "stories" / "evil-power-master")
    with opened(browser, flagship) as map_:
        map_.page.keyboard.press("o")
        map_.page.wait_for_selector("#outline article")
        shown = set(map_.page.evaluate("[...document.querySelectorAll('#outline article')].map(a => a.dataset.card)"))
        assert shown >= set(story.cards)
        assert map_.page.evaluate("document.querySelectorAll('#outline h3').length") >= len(story.decks)
        assert map_.page.evaluate("document.querySelectorAll('#outline article h4').length") == len(shown)
        map_.page.click("#outline article:has-text('The Queue') >> text=show on the map >> nth=0")
        assert not map_.page.is_visible("#outline")
        assert map_.selected()


def test_a_kind_can_be_hidden_and_is_shown_again_when_asked_for(browser: Browser, flagship: Path) -> None:
    with opened(browser, flagship) as map_:
        map_.page.uncheck("#kinds label:has-text('data card') input")
        map_.page.fill("#query", "What the Queue Knows")
        assert map_.text("#counts") == "0 found"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_the_readers_and_can_be_changed(browser: Browser, flagship: Path, theme: Theme) -> None:
    with opened(browser, flagship, theme=theme) as map_:
        ground = "getComputedStyle(document.body).backgroundColor"
        before = map_.page.evaluate(ground)
        assert map_.page.evaluate("document.documentElement.dataset.theme") == theme
        map_.page.keyboard.press("t")
        assert map_.page.evaluate("document.documentElement.dataset.theme") != theme
        assert map_.page.evaluate(ground) != before


def test_a_small_window_keeps_map_and_card_apart(browser: Browser, flagship: Path) -> None:
    with opened(browser, flagship, "#card=follop/2", width=420, height=760) as map_:
        card = map_.page.locator("#card").bounding_box()
        side = map_.page.locator("#side").bounding_box()
        assert card is not None and side is not None
        assert card["width"] <= 420 and card["y"] > side["y"] + side["height"]
