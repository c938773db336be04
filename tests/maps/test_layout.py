"""Laws of the layout: nothing overlaps, everything is in its place, and the same story looks the same everywhere."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.maps.layers import layered
from storyengine.maps.layout import CARD_HEIGHT, CARD_WIDTH, Layout, lay_out
from storyengine.maps.packing import packed
from storyengine.maps.parts import LARGEST, parts_of

Edges = list[tuple[int, int]]


def overlaps(laid: Layout) -> list[tuple[int, int]]:
    """Return pairs of cards that lie on each other."""
    squares: dict[tuple[int, int], list[int]] = {}
    found = []
    for node, (x, y) in enumerate(zip(laid.x, laid.y, strict=True)):
        across, down = x // CARD_WIDTH, y // CARD_HEIGHT
        for near in [(across + i, down + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
            for other in squares.get(near, ()):
                if abs(laid.x[other] - x) < CARD_WIDTH and abs(laid.y[other] - y) < CARD_HEIGHT:
                    found.append((other, node))
        squares.setdefault((across, down), []).append(node)
    return found


def outside(laid: Layout, places: list[int]) -> list[int]:
    """Return cards that stick out of the panel of their place."""
    found = []
    for node, place in enumerate(places):
        box, x, y = laid.boxes[place], laid.x[node], laid.y[node]
        inside_x = box.x <= x - CARD_WIDTH / 2 and x + CARD_WIDTH / 2 <= box.x + box.width
        inside_y = box.y <= y - CARD_HEIGHT / 2 and y + CARD_HEIGHT / 2 <= box.y + box.height
        if not (inside_x and inside_y):
            found.append(node)
    return found


def boxes_apart(laid: Layout) -> bool:
    boxes = laid.boxes
    return all(
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
        for index, one in enumerate(boxes)
        for other in boxes[:index]
    )


def story_like(cards: int, places: int, seed: int = 1) -> tuple[list[int], Edges]:
    """Return a graph shaped like a story: forward in each place, few ways back, fewer between places."""
    rng = random.Random(seed)
    each = cards // places
    place = [min(number // each, places - 1) for number in range(cards)]
    edges = []
    for number in range(cards):
        for _ in range(rng.choice([1, 1, 2, 2, 2])):
            target = number + rng.randint(1, 12)
            if target < cards and place[target] == place[number]:
                edges.append((number, target))
        if rng.random() < 0.06:
            edges.append((number, rng.randrange(cards)))
    return place, edges


def test_nothing_is_laid_out_as_nothing() -> None:
    laid = lay_out([], [])
    assert (laid.x, laid.boxes, laid.width) == ((), (), 0.0)


def test_one_card_fills_its_panel() -> None:
    laid = lay_out([0], [(0, 0)])
    assert not outside(laid, [0])
    assert laid.width == laid.boxes[0].width


def test_a_chain_runs_down() -> None:
    laid = lay_out([0] * 5, [(number, number + 1) for number in range(4)])
    assert list(laid.y) == sorted(set(laid.y))
    assert len(set(laid.x)) == 1


def test_a_fork_is_side_by_side_and_its_end_below() -> None:
    laid = lay_out([0] * 4, [(0, 1), (0, 2), (1, 3), (2, 3)])
    assert laid.y[0] < laid.y[1] == laid.y[2] < laid.y[3]
    assert laid.x[1] != laid.x[2]


@pytest.mark.parametrize(
    ("name", "places", "edges"),
    [
        ("cards without links", [0] * 130, []),
        ("a star", [0] * 500, [(0, number) for number in range(1, 500)]),
        ("a circle", [0] * 300, [(number, (number + 1) % 300) for number in range(300)]),
        ("all with all", [0] * 40, [(one, other) for one in range(40) for other in range(40)]),
        ("many small places", [number // 3 for number in range(90)], [(number, number + 1) for number in range(89)]),
        ("like a story", *story_like(1_000, 12)),
        ("like a story in one deck", *story_like(1_500, 1)),
    ],
)
def test_no_card_lies_on_another_and_all_are_in_their_panels(name: str, places: list[int], edges: Edges) -> None:
    laid = lay_out(places, edges)
    assert overlaps(laid) == []
    assert outside(laid, places) == []
    assert boxes_apart(laid)
    assert 0.4 < laid.width / laid.height < 5, "it is neither a strip nor a tower"


@given(st.integers(1, 30).flatmap(lambda n: st.tuples(
    st.lists(st.integers(0, 3), min_size=n, max_size=n),
    st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=60),
)))  # fmt: skip
def test_any_graph_is_laid_out_without_overlaps(graph: tuple[list[int], Edges]) -> None:
    given_places, edges = graph
    numbers = {place: number for number, place in enumerate(sorted(set(given_places)))}
    places = [numbers[place] for place in given_places]
    laid = lay_out(places, edges)
    assert overlaps(laid) == []
    assert outside(laid, places) == []
    assert boxes_apart(laid)


def test_every_edge_that_is_no_way_back_runs_down() -> None:
    edges = [(number, number + step) for number in range(60) for step in (1, 3, 20) if number + step < 60]
    _, rows = layered(60, edges)
    assert all(rows[source] < rows[target] for source, target in edges)


def test_sorting_takes_crossings_out() -> None:
    """A ladder written crosswise is drawn without a crossing."""
    edges = [(0, 3), (1, 2), (2, 5), (3, 4)]
    columns, rows = layered(6, edges)
    crossings = sum(
        (columns[a] - columns[c]) * (columns[b] - columns[d]) < 0
        for a, b in edges
        for c, d in edges
        if rows[a] == rows[c] and rows[b] == rows[d]
    )
    assert crossings == 0


def test_large_places_are_cut_into_parts_that_are_all_of_it() -> None:
    after = [[number + 1, number * 7 % 5_000] for number in range(4_999)] + [[]]
    parts, alone = parts_of(range(5_000), after)
    assert sorted(node for part in parts for node in part) + alone == list(range(5_000))
    assert max(map(len, parts)) <= 2 * LARGEST
    assert len(parts) < 5_000 / LARGEST * 4


def test_packing_leaves_boxes_apart_and_the_sheet_in_shape() -> None:
    rng = random.Random(3)
    sizes = [(rng.randint(10, 300), rng.randint(10, 300)) for _ in range(60)]
    corners, (width, height) = packed(sizes, aspect=1.5, gap=10)
    for index, ((x, y), (w, h)) in enumerate(zip(corners, sizes, strict=True)):
        assert x >= 0 and y >= 0 and x + w <= width + 1e-6 and y + h <= height + 1e-6
        for (x2, y2), (w2, h2) in zip(corners[:index], sizes[:index], strict=True):
            assert (
                x + w + 10 <= x2 + 1e-6
                or x2 + w2 + 10 <= x + 1e-6
                or y + h + 10 <= y2 + 1e-6
                or y2 + h2 + 10 <= y + 1e-6
            )
    assert sum(w * h for w, h in sizes) > 0.6 * width * height
    assert 1 < width / height < 2.2


def test_the_layout_is_the_same_under_any_hash_seed() -> None:
    program = (
        "from storyengine.loader import load; from storyengine.maps.story_map import map_of;"
        "m = map_of(load('stories/evil-power-master')); print([(n.id, n.x, n.y) for n in m.nodes], m.places)"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("cards", "places", "seconds"),
    [(1_000, 12, 1), (10_000, 40, 8), (10_000, 1, 8), pytest.param(100_000, 1, 60, marks=pytest.mark.full)],
)
def test_time_stays_in_bounds(cards: int, places: int, seconds: float) -> None:
    """Ten times what it takes, so that a busy machine does not matter and a square of the size does."""
    began = time.process_time()
    lay_out(*story_like(cards, places))
    assert time.process_time() - began < seconds
