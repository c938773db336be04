"""A map as it was asked for: which part of a story, with which routes and overlays, in which format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from storyengine.analysis.doom import doomed
from storyengine.analysis.exhaust import Path as Play
from storyengine.analysis.findings import Budget, Progress, Unreachable, Verdicts
from storyengine.analysis.odds import simulate
from storyengine.analysis.verdicts import verdicts
from storyengine.graph import story_graph
from storyengine.loader.near_names import near as near_names
from storyengine.maps import as_json, html, outline, selection, svg
from storyengine.maps.dot import dot_text
from storyengine.maps.graphml import graphml_text
from storyengine.maps.layout import SCREEN
from storyengine.maps.mermaid import mermaid_text
from storyengine.maps.overlays import (
    LARGEST_FILE,
    Overlay,
    OverlayError,
    number_overlay,
    parse_numbers,
    verdict_overlay,
)
from storyengine.maps.png import NoPngError, png_bytes
from storyengine.maps.routes import Route, nodes_of_path, route_of
from storyengine.maps.story_map import StoryMap, map_of
from storyengine.maps.ways import quick_ways, way_to, ways_of
from storyengine.model.story import Story
from storyengine.model.walk import endings

FORMATS = ("html", "svg", "png", "dot", "mmd", "graphml", "json", "txt")
RADIUS = 2
"""Links around a card that is focused on, if nobody says how many."""
PLAYS = 300
"""Random plays behind the overlay `odds`."""


class CannotDrawError(ValueError):
    """The map that was asked for cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a map shall show. At most one of `focus`, `place` and `route` is given; without them it is all."""

    focus: str = ""
    """A card, by id, name within its deck, or title."""
    place: str = ""
    """A deck, by name or title."""
    route: str = ""
    """An ending, by id or title."""
    radius: int | None = None
    """Links around that, in either direction."""
    overlays: tuple[str, ...] = ()
    """`verdicts`, `odds`, or the path of a JSON file with a number for each card."""
    budget: float = 1.0
    """How much work to spend on verdicts, by the usual amount."""


class Drawing:
    """A map in the making."""

    def __init__(
        self,
        story: Story,
        wanted: Wanted,
        *,
        progress: Progress = lambda doing, done, of: None,
        say: Callable[[str], None] = lambda remark: None,
    ) -> None:
        """Find out what is to be drawn.

        Args:
            story: a loaded story.
            wanted: what of it.
            progress: told now and then while verdicts are made.
            say: told what the reader of the map should know, in one line each.

        Raises:
            CannotDrawError: there is no such card, place or ending, or no way to it.
        """
        self.story, self.wanted, self.progress, self.say = story, wanted, progress, say
        self.graph = story_graph(story)
        self.decided: Verdicts | None = None
        self.ways: dict[str, Play] = {}
        self.focus = self._card(wanted.focus) if wanted.focus else ""
        self.ending = self._ending(wanted.route) if wanted.route else ""
        if "verdicts" in wanted.overlays:
            self.decided = verdicts(story, budget=Budget().times(wanted.budget), progress=progress)
            self.ways = dict(ways_of(self.decided))
        if self.ending:
            self.ways = {self.ending: self._way(self.ending)}
        self.only = self._part()

    def drawn(self, aspect: float = SCREEN) -> StoryMap:
        """Lay the map out for a screen of some width by its height."""
        return map_of(self.story, graph=self.graph, only=self.only, aspect=aspect)

    def contents(self, drawn: StoryMap, kind: str) -> bytes:
        """Return what belongs into a file of one of `FORMATS`.

        Raises:
            CannotDrawError: an overlay cannot be used, or the library for PNG pictures is missing.
        """
        plain: Mapping[str, Callable[[], str]] = {
            "dot": lambda: dot_text(drawn),
            "mmd": lambda: mermaid_text(drawn),
            "graphml": lambda: graphml_text(drawn, self.graph),
        }
        if kind in plain:
            return plain[kind]().encode(errors="replace")
        routes, overlays = self.routes(drawn, to_all=kind == "html"), self.overlays(drawn)
        if kind == "png":
            try:
                return png_bytes(svg.svg_text(drawn, routes, overlays), drawn)
            except NoPngError as problem:
                raise CannotDrawError(str(problem)) from None
        writers = {
            "html": html.html_text,
            "svg": svg.svg_text,
            "json": as_json.json_text,
            "txt": outline.outline_text,
        }
        return writers[kind](drawn, routes, overlays).encode(errors="replace")

    def routes(self, drawn: StoryMap, *, to_all: bool) -> list[Route]:
        """Return the route that was asked for; else, where the map shows one at a time, one to each ending."""
        if not self.ending and not to_all:
            return []
        if not self.ending and self.decided is None:
            self.ways = quick_ways(self.story)
        wanted = [self.ending] if self.ending else [each.id for each in endings(self.story)]
        missing = [f"`{each}`" for each in wanted if each not in self.ways]
        if missing and self.decided is None:
            self.say(f"no quick play came to {', '.join(missing)}; --overlay verdicts looks harder")
        return [route_of(self.story, drawn, each, self.ways[each]) for each in wanted if each in self.ways]

    def overlays(self, drawn: StoryMap) -> list[Overlay]:
        """Return what is to be laid over the map."""
        return [self._overlay(drawn, name) for name in dict.fromkeys(self.wanted.overlays)]

    def _overlay(self, drawn: StoryMap, name: str) -> Overlay:
        if name == "verdicts":
            assert self.decided is not None, "verdicts are made first"
            words = "a play can be lost from here on without being over"
            return verdict_overlay(drawn, self.decided, {doom.card: words for doom in doomed(self.decided)})
        if name == "odds":
            tally = simulate(lambda: self.story, policy="random", runs=PLAYS, seed=0, jobs=1)
            shares = {card: tally.cards[card] / tally.plays for card in self.story.cards}
            return number_overlay(drawn, shares, f"share of {PLAYS} random plays")
        values = _numbers(name)
        unknown = sum(card not in self.graph for card in values)
        if unknown:
            self.say(f"overlay {name}: {unknown:,} of {len(values):,} cards are not in the story")
        return number_overlay(drawn, values, Path(name).stem)

    # What was meant

    def _card(self, name: str) -> str:
        found = selection.find_card(self.graph, name)
        if len(found) == 1:
            return found[0]
        if found:
            some = ", ".join(f"`{each}`" for each in found[:5])
            raise CannotDrawError(f"`{name}` can mean several cards: {some}{' and more' if len(found) > 5 else ''}")
        close = " or ".join(f"`{each}`" for each in near_names(name, self.graph))
        raise CannotDrawError(f"there is no card `{name}`" + (f"; did you mean {close}?" if close else ""))

    def _ending(self, name: str) -> str:
        known = {ending.id: ending.title for ending in endings(self.story)}
        if name in known:
            return name
        titled = [each for each, title in known.items() if name.casefold() == title.casefold()]
        if len(titled) == 1:
            return titled[0]
        some = ", ".join(f"`{each}`" for each in known) or "none"
        raise CannotDrawError(f"there is no ending `{name}`; the endings are: {some}")

    def _way(self, ending: str) -> Play:
        if ending in self.ways:
            return self.ways[ending]
        decided = self.decided
        if decided is None:
            path, decided = way_to(
                self.story, ending, budget=Budget().times(self.wanted.budget), progress=self.progress
            )
            if path is not None:
                return path
        assert decided is not None, "where no play is found there is a verdict"
        if isinstance(decided[f"ending:{ending}"], Unreachable):
            raise CannotDrawError(f"no play reaches the ending `{ending}`")
        raise CannotDrawError(f"no play to the ending `{ending}` was found, which proves nothing; try --budget 10")

    def _part(self) -> frozenset[str] | None:
        """Return the nodes that are wanted; None for all of them."""
        radius = self.wanted.radius
        if self.focus:
            return selection.near(self.graph, self.focus, RADIUS if radius is None else radius)
        if self.ending:
            nodes = frozenset(nodes_of_path(self.story, self.ways[self.ending]))
        elif self.wanted.place:
            nodes = selection.of_place(self.graph, self.wanted.place)
            if not nodes:
                some = ", ".join(selection.places(self.graph)) or "none, as the story has no decks"
                raise CannotDrawError(f"there is no place `{self.wanted.place}`; there are: {some}")
        elif radius is not None:
            raise CannotDrawError("--radius goes with --focus, --place or --route")
        else:
            return None
        return frozenset().union(*(selection.near(self.graph, node, radius or 0) for node in nodes))


def _numbers(name: str) -> dict[str, float]:
    """Read a file of numbers."""
    try:
        path = Path(name)
        if path.stat().st_size > LARGEST_FILE:
            raise OverlayError(f"it is larger than {LARGEST_FILE:,} bytes")
        return parse_numbers(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise CannotDrawError(f"no overlay `{name}`: verdicts, odds, or a file ({problem.strerror})") from None
    except (OverlayError, UnicodeDecodeError) as problem:
        raise CannotDrawError(f"the overlay `{name}` cannot be used: {problem}") from None
