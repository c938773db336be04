"""A small story in the shape of the Evil Power Master, made to order, and a table to play it at.

Tests say only what they are about: `campaign` takes the cards and tables that differ, and `Table` plays them with dice
that the test names.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent, indent

from storyengine.loader import load, load_text
from storyengine.model.expressions import Value
from storyengine.model.story import Story
from storyengine.runtime import Phase, State, current_card, forced, format_action, initial, legal_actions, parse_action
from storyengine.runtime.events import Event, Notice, Resolved, Rolled, Told
from storyengine.runtime.machine import Options
from storyengine.runtime.moves import Taken, take
from storyengine.runtime.state import Disc

SECTIONS = {
    "trackers": """
        epm:    {start: 0, min: 0, max: 25, at_max: data/158}
        signal: {start: 0, min: 0, max: 25, at_max: planet/13}
        """,
    "variables": """
        wounds: {start: 0, min: 0, max: 3}
        gold:   {start: 0, min: 0, max: 1000}
        lit:    {start: false}
        """,
    "rules": "{}",
    "challenges": """
        types: [piloting, diplomacy, dexterity, perception, strength]
        level: {by: signal, bands: {0..6: 4, 7..12: 5, 13..: 6}}
        """,
    "crew": """
        flppto:  {skills: {perception: +1, strength: -1}}
        maru:    {skills: {piloting: +1, diplomacy: -1}}
        oss:     {skills: {diplomacy: +1, dexterity: -1}}
        brannic: {skills: {strength: +1, perception: -1}}
        """,
    "items": """
        glow_lens:   {boost: {perception: +2}}
        dim_lens:    {boost: {perception: +1}}
        great_lens:  {boost: {perception: +3}}
        twin_lens:   {boost: {perception: roll_twice}}
        grav_gloves: {boost: {strength: +1}}
        tea:         {use: {pick: inactive, do: activate picked}}
        lullaby:     {use: {pick: active, do: deactivate picked}}
        bolt:        {use: {after: roll, do: reroll}}
        bribe:       {use: {after: roll, when: challenge is diplomacy, do: total += 2}}
        fuse:        {use: {after: roll, do: keep booster}}
        short_cut:   {use: {when: travelling, rules: {travel_cost: 0}}}
        star_chart:  {use: {when: travelling, do: signal += 2}}
        periscope:   {use: {when: travelling, pick: planet, do: reveal disc}}
        bomb:        {use: {do: epm -= 2}}
        """,
    "discs": "{blue: [4, 5, 6], yellow: [6, 7, 8], pink: [8, 9, 10]}",
    "board": """
        cost: {epm: 2}
        places:
          congress: {at: [0, 0]}
          follop:   {at: [1, 0]}
          kronos:   {at: [2, 0]}
          tarn:     {at: [3, 0]}
        paths: [[congress, follop], [follop, kronos], [kronos, tarn]]
        """,
}
"""The sections of the story's own file. The board is a line of four: congress, follop, kronos, tarn."""

STARTERS = "".join(f"starter_{number}: {{starter: true, use: {{do: gold += {number}}}}}\n" for number in range(1, 10))
"""Nine starter items."""

PLANET = {
    "1": "{text: Landed., choices: [{id: find, text: Find., goto: 9}, {id: end, text: End., goto: 10}]}",
    "9": "{text: Found., leave: data_find}",
    "10": "{text: Lost., leave: the_end}",
    "13": "{text: The location., showdown: tower}",
}

CARDS = {
    "congress/1": "{text: Choose., travel: {cost: 0}}",
    **{f"{planet}/{card}": text for planet in ("follop", "kronos", "tarn") for card, text in PLANET.items()},
    "data/12": "{text: A lens., give: glow_lens}",
    "data/33": "{text: The whole sky., do: signal += 1; epm += 1}",
    "data/158": """
        text: The laugh.
        branch:
          - {when: signal in 0..6, ending: {id: far_off, kind: lost}}
          - {when: signal in 7..12, ending: {id: a_quarter, kind: lost}}
          - {ending: {id: one_world, kind: lost}}
        """,
    "tower/1": "{text: Up., challenge: {type: strength, win: {goto: 2}, lose: {do: wounds += 1, goto: 2}}}",
    "tower/2": "{text: The last card., branch: [{when: wounds > 0, goto: 4}, {goto: 3}]}",
    "tower/3": "{text: He falls., ending: {id: victory, kind: won}}",
    "tower/4": "{text: You fall., ending: {id: defeat, kind: lost}}",
}
"""Card by whole name."""

KINDS = {"data": "data", "tower": "showdown", "follop": "planet", "kronos": "planet", "tarn": "planet"}


def campaign(cards: Mapping[str, str] | None = None, /, **sections: str) -> Story:
    """Load the story with some cards and sections of its own file written differently.

    Args:
        cards: YAML of cards by whole name; others stay as above. A new deck is one of kind story. Under a deck's name
            alone stand more lines for the top of its file.
        sections: YAML in place of a section above.
    """
    return _campaign(tuple({**CARDS, **(cards or {})}.items()), tuple({**SECTIONS, **sections}.items()))


@cache
def _campaign(cards: tuple[tuple[str, str], ...], sections: tuple[tuple[str, str], ...]) -> Story:
    headers: dict[str, str] = {}
    decks: dict[str, list[str]] = {}
    for whole, text in cards:
        deck, _, name = whole.partition("/")
        if name:
            decks.setdefault(deck, []).append(f"  {name}:{_below(text, 4)}\n")
        else:
            headers[deck] = text + "\n"
    tables = "".join(f"{name}:{_below(text, 2)}\n" for name, text in sections if text)
    files = {"story.yaml": f"story: test\ntitle: Test\nstart: congress/1\n{tables}"}
    for deck, lines in decks.items():
        kind = f"kind: {KINDS[deck]}\n" if deck in KINDS else ""
        files[f"{deck}.yaml"] = f"deck: {deck}\n{kind}{headers.get(deck, '')}cards:\n{''.join(lines)}"
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        return load(folder)


def _below(text: str, spaces: int) -> str:
    """Put a value after its key: on the same line if it is one line, else below it."""
    value = dedent(text).strip("\n")
    return f" {value.strip()}" if "\n" not in value and value[:1] == "{" else "\n" + indent(value, " " * spaces)


def plain(cards: str, *, head: str = "") -> Story:
    """Load a story without decks, crew and board from the YAML of its cards, the first of which begins it."""
    body = dedent(cards).strip("\n")
    first = body.partition(":")[0]
    loaded = load_text(f"story: test\ntitle: Test\nstart: {first}\n{dedent(head)}\ncards:\n{indent(body, '  ')}\n")
    assert loaded.story is not None, loaded.diagnostics
    return loaded.story


class Table:
    """A play whose every part of chance the test names."""

    def __init__(self, story: Story, *dealt: str) -> None:
        """Sit down and deal; the first card is read. Without `dealt`, chance always takes what comes first."""
        self.story = story
        self.state: State = initial(story)
        self.heard: list[Event] = []
        """What happened during the last `do`."""
        chances = deque(dealt)
        while self.state.phase is Phase.DEAL:
            self._take("deal", chances if dealt else None)
        assert not chances, f"not dealt: {list(chances)}"
        if self.state.phase is Phase.GO_ON and self.state.detail:
            self._take("go on", None)

    def _take(self, action: str, chances: deque[str] | None) -> Taken:
        def choose(kind: str, place: str, options: Options) -> int:
            if chances is None:
                return 0
            possible = [text for _, text in options]
            assert chances, f"{kind} at {place} must be one of {possible}"
            assert chances[0] in possible, f"{kind} at {place} is one of {possible}, not {chances[0]!r}"
            return possible.index(chances.popleft())

        taken = take(self.story, self.state, parse_action(action), choose)
        self.state = taken.state
        self.heard.extend(taken.events)
        return taken

    def do(self, *lines: str) -> Table:
        """Take actions, each followed by what chance does: `choose find`, `challenge maru | die 4 | disc 5`.

        Steps in which nobody decides are taken as long as a part of chance is left for them.
        """
        self.heard = []
        for line in lines:
            action, *rest = (part.strip() for part in line.split("|"))
            chances = deque(rest)
            self._take(action, chances)
            while chances and (following := forced(self.story, self.state)) is not None:
                self._take(format_action(following), chances)
            assert not chances, f"after `{action}` nothing was left to chance but {list(chances)}"
        return self

    # Looking

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def card(self) -> str:
        return current_card(self.story, self.state)

    @property
    def ending(self) -> str:
        return self.state.ending

    @property
    def legal(self) -> list[str]:
        return [format_action(action) for action in legal_actions(self.story, self.state)]

    @property
    def read(self) -> str:
        """What was read aloud during the last `do`."""
        return " ".join(event.text for event in self.heard if isinstance(event, Told))

    @property
    def notices(self) -> str:
        return " ".join(event.text for event in self.heard if isinstance(event, Notice))

    def __getitem__(self, variable: str) -> Value:
        return self.state.values[list(self.story.variables).index(variable)]

    def holder(self, item: str) -> str:
        return self.state.holders[list(self.story.items).index(item)]

    @property
    def active(self) -> list[str]:
        return [who for who, active in zip(self.story.crew, self.state.active, strict=True) if active]

    def disc(self, planet: str) -> Disc:
        return self.state.discs[self.story.board.planets.index(planet)]

    # Putting things where a test wants them

    def put(self, **values: Value) -> Table:
        """Set variables, without anything following from it."""
        new = [values.get(name, old) for name, old in zip(self.story.variables, self.state.values, strict=True)]
        self.state = self.state._replace(values=tuple(new))
        return self

    def hand(self, who: str, *items: str) -> Table:
        """Put items into somebody's hands, or into `discarded `."""
        holders = zip(self.story.items, self.state.holders, strict=True)
        self.state = self.state._replace(holders=tuple(who if item in items else holder for item, holder in holders))
        return self

    def rest(self, *who: str) -> Table:
        """Make some inactive and everybody else active."""
        self.state = self.state._replace(active=tuple(name not in who for name in self.story.crew))
        return self


# Challenges, which most tests are about

ENDS = {"congress/8": "{text: Won it., ending: {id: eight, kind: won}}", "congress/9": "{text: Lost it., ending: lost}"}
"""Two endings, `eight` and `congress_9`."""


def challenged(kind: str = "perception", *, more: str = "", win: str = "{goto: 8}", lose: str = "{goto: 9}") -> Story:
    """A story whose first card is one challenge."""
    card = f"{{text: Now., challenge: {{type: {kind}, {more} win: {win}, lose: {lose}}}}}"
    return campaign({"congress/1": card, **ENDS})


def again(kind: str = "perception", **more: str) -> Story:
    """A story whose first card offers one challenge over and over."""
    return challenged(kind, win="{text: Well done., retry: true}", lose="{text: Too bad., retry: true}", **more)


def rolled(table: Table) -> Rolled:
    return next(event for event in reversed(table.heard) if isinstance(event, Rolled))


def won(table: Table) -> bool:
    return next(event.won for event in reversed(table.heard) if isinstance(event, Resolved))
