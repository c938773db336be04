"""Plays at random, and where they go on from."""

from __future__ import annotations

from storyengine.analysis.cells import MOST_CELLS, VALUES_A_VARIABLE, Cells, History
from storyengine.analysis.wander import wander
from storyengine.runtime import initial
from storyengine.runtime.moves import take_recorded
from storyengine.runtime.program import program_of
from tests.runtime.tables import plain

STEPS = 14


def staircase() -> str:
    """Return cards of which each lets one play in four go on: one play in 4 ** 14 comes to the end from the start."""
    cards = [
        f"s{n}: {{text: A step., choices: [{{id: on, text: On., goto: s{n + 1}}}, {{id: a, text: A., goto: off}}, "
        "{id: b, text: B., goto: off}, {id: c, text: C., goto: off}]}"
        for n in range(STEPS)
    ]
    return "\n".join([*cards, f"s{STEPS}: {{text: Up., ending: won}}", "off: {text: Off., ending: lost}"])


def test_plays_go_on_where_few_came_before() -> None:
    story = plain(staircase())
    endings: dict[bool, set[str]] = {}
    for goes_on in (False, True):
        found = endings[goes_on] = set()

        def sighted(block: int, ending: str, history: History, found: set[str] = found) -> None:
            if block == -1:
                found.add(ending)
                state = initial(story)
                for action, chance in history:
                    state = take_recorded(story, state, action, chance, games={}).state
                assert state.ending == ending, "a play that went on is a whole play"

        wander(story, plays=600, sighted=sighted, cells=Cells(story.crew) if goes_on else None)
    assert endings == {False: {"off"}, True: {"off", f"s{STEPS}"}}


def test_a_number_that_only_grows_makes_no_endless_row_of_cells() -> None:
    story = plain(
        "a: {text: Up., choices: [{id: on, text: On., do: score += 1, goto: a}, {id: off, text: Off., goto: b}]}\n"
        "b: {text: Off., ending: won}",
        head="variables: {score: {start: 0, min: 0, max: 100000}}",
    )
    cells = Cells(story.crew)
    wander(story, plays=300, cells=cells)
    assert 2 <= len(cells) <= VALUES_A_VARIABLE + len(program_of(story).blocks) < MOST_CELLS
