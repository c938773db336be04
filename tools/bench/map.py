"""The interactive map beside pyvis on the same generated story: size, time to make and to paint, frames while dragging.

Both open the same way, in headless Chromium without network, and are dragged by the mouse. pyvis is given our positions
(`placed`); where it lays out the graph itself, in the browser, it is shown apart and for small stories only. Layout is
timed apart, for large stories too. The figures depend on the machine; nothing is asserted about them.

    .venv/bin/python tools/bench/map.py [--cards 1000 10000] [--chromium /usr/bin/chromium] [--no-peer]

pyvis is no dependency: where it is not installed (`pip install pyvis`), its rows are left out.
"""

from __future__ import annotations

import argparse
import platform
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from storyengine.maps.html import html_text  # noqa: E402 - found only once the path is set
from storyengine.maps.layout import lay_out  # noqa: E402
from storyengine.maps.story_map import StoryMap, map_of  # noqa: E402
from storyengine.model.cards import Card, CardRef, Choice, Consequence, End, Ending, Goto, Text, TextPart  # noqa: E402
from storyengine.model.story import Deck, Story  # noqa: E402

LAYOUTS = ((1_000, 12), (10_000, 40), (10_000, 1), (100_000, 100), (100_000, 1))
"""(cards, places) of the layouts that are timed."""
MOST_UNPLACED = 1_000
"""Cards that pyvis is asked to lay out itself; more take it minutes."""
DRAGS = 90
"""Mouse moves of the drag whose frames are counted."""


@dataclass
class Row:
    """One way to show one story."""

    name: str
    cards: int
    made: float
    size: int
    painted: float = 0.0
    frames: float = 0.0
    asked: int = 0


def ends(cards: int, places: int, seed: int = 1) -> Iterator[tuple[int, int]]:
    """Yield links shaped like a story's: 1.7 a card, mostly a little ahead in the same place."""
    rng, each = random.Random(seed), cards // places
    for number in range(cards):
        for _ in range(rng.choice([1, 1, 2, 2, 2])):
            target = number + rng.randint(1, 12)
            if target < cards and target // each == number // each:
                yield number, target
        if rng.random() < 0.05:
            yield number, rng.randrange(cards)


def story(cards: int, places: int) -> Story:
    """Return a story with such links."""
    each = cards // places
    names = [f"place_{number // each}/card_{number}" for number in range(cards)]
    leads: list[list[int]] = [[] for _ in names]
    for source, target in ends(cards, places):
        leads[source].append(target)
    found: dict[str, Card] = {}
    for name, targets in zip(names, leads, strict=True):
        words = Text((TextPart((f"The hall of {name}. It is dark, and somebody has left a lamp. " * 2,)),))
        deck = name.partition("/")[0]
        choices = tuple(
            Choice(
                f"c{index}",
                Text((TextPart((f"On to {names[target]}.",)),)),
                Consequence(f"{name}.c{index}", jump=Goto(CardRef(names[target]))),
            )
            for index, target in enumerate(targets)
        )
        jump = None if choices else End(Ending(name, "over", "", name))
        found[name] = Card(name, deck, Consequence(name, words, jump=jump), title=name, choices=choices)
    decks: dict[str, list[str]] = {}
    for name in names:
        decks.setdefault(name.partition("/")[0], []).append(name)
    tables = {name: Deck(name, title=name.title(), start=each[0], cards=tuple(each)) for name, each in decks.items()}
    return Story("bench", f"{cards:,} cards", names[0], found, decks=tables)


def ours(made: Story, path: Path) -> Row:
    """Write our map."""
    began = time.perf_counter()
    path.write_text(html_text(map_of(made)), encoding="utf-8")
    return Row("storyengine", len(made.cards), time.perf_counter() - began, path.stat().st_size)


def theirs(drawn: StoryMap, path: Path, *, placed: bool) -> Row | None:
    """Write pyvis's map of the same graph; nothing where it is not installed."""
    try:
        from pyvis.network import Network
    except ImportError:
        return None
    began = time.perf_counter()
    network = Network(directed=True, cdn_resources="in_line")
    network.toggle_physics(not placed)
    for node in drawn.nodes:
        where = {"x": node.x, "y": node.y} if placed else {}
        network.add_node(node.id, label=node.title, title=node.text, group=node.place, **where)
    for edge in drawn.edges:
        network.add_edge(drawn.nodes[edge.source].id, drawn.nodes[edge.target].id)
    path.write_text(network.generate_html(), encoding="utf-8")
    name = "pyvis placed" if placed else "pyvis"
    return Row(name, len(drawn.nodes), time.perf_counter() - began, path.stat().st_size)


def look(row: Row, path: Path, chromium: str) -> None:
    """Open a map, wait until it is painted, drag it, and note how that went."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1400, "height": 900}, offline=True)
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.set_default_timeout(180_000)
        began = time.perf_counter()
        page.goto(path.as_uri(), wait_until="domcontentloaded")
        # painted: a canvas with more than its ground on it
        page.wait_for_function(
            """() => [...document.querySelectorAll('canvas')].some(canvas => {
                const g = canvas.getContext('2d', {willReadFrequently: true});
                if (!g || canvas.width < 500) return false;
                const data = g.getImageData(0, canvas.height / 2 | 0, canvas.width, 1).data, seen = new Set();
                for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
                return seen.size > 4;
            })""",
            polling=50,
        )
        row.painted = time.perf_counter() - began
        page.wait_for_timeout(500)
        page.evaluate(
            "() => { window.frames_ = 0; const f = () => { window.frames_++; requestAnimationFrame(f); }; f(); }"
        )
        page.mouse.move(700, 450)
        page.mouse.down()
        frames, began = page.evaluate("window.frames_"), time.perf_counter()
        for step in range(DRAGS):
            page.mouse.move(700 + (step % 30) * 8, 450 + (step % 20) * 8)
            page.wait_for_timeout(5)
        row.frames = (page.evaluate("window.frames_") - frames) / (time.perf_counter() - began)
        page.mouse.up()
        row.asked = sum(not url.startswith(("file:", "data:", "blob:")) for url in asked)
        browser.close()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument(
        "--cards", type=int, nargs="+", default=[1_000, 10_000], metavar="N", help="sizes of the stories"
    )
    parser.add_argument("--chromium", default=shutil.which("chromium") or "", metavar="FILE", help="the browser")
    parser.add_argument("--no-peer", action="store_true", help="leave pyvis out")
    arguments = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}\n")
    print(f"{'layout':<12}{'cards':>9}{'places':>8}{'CPU s':>9}")
    for cards, places in LAYOUTS:
        links, each = list(ends(cards, places)), cards // places
        began = time.process_time()
        lay_out([min(number // each, places - 1) for number in range(cards)], links)
        print(f"{'':<12}{cards:>9,}{places:>8}{time.process_time() - began:>9.2f}")
    if not arguments.chromium:
        print("\nno Chromium here: what the browser does is left out")
    print(f"\n{'map':<14}{'cards':>9}{'made s':>9}{'MB':>8}{'paint s':>9}{'frames/s':>10}{'asked':>7}")
    for cards in arguments.cards:
        made = story(cards, max(1, cards // 250))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "map.html"
            makers: list[Callable[[], Row | None]] = [lambda: ours(made, path)]  # noqa: B023 - used in this round
            if not arguments.no_peer:
                drawn = map_of(made)
                makers.append(lambda: theirs(drawn, path, placed=True))  # noqa: B023
                if cards <= MOST_UNPLACED:
                    makers.append(lambda: theirs(drawn, path, placed=False))  # noqa: B023
            for maker in makers:
                row = maker()
                if row is None:
                    print("pyvis is not installed; its row is left out")
                    continue
                if arguments.chromium:
                    look(row, path, arguments.chromium)
                print(
                    f"{row.name:<14}{row.cards:>9,}{row.made:>9.2f}{row.size / 1e6:>8.2f}"
                    f"{row.painted:>9.2f}{row.frames:>10.1f}{row.asked:>7}",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
