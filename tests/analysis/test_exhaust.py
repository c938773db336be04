"""Seeing every state: as many as there are, by shortest plays, and no more than asked."""

from __future__ import annotations

from storyengine.analysis.exhaust import explore
from storyengine.model.story import Story
from storyengine.runtime import Phase, State
from storyengine.runtime.explore import Successor
from tests.runtime.tables import plain


def chain(cards: int) -> Story:
    lines = [f"c{n}: {{text: On., choices: [{{id: on, text: On., goto: c{n + 1}}}]}}" for n in range(cards - 1)]
    return plain("\n".join([*lines, f"c{cards - 1}: {{text: There., ending: won}}"]))


def ignore(state: State, step: Successor) -> None:
    pass


def test_a_chain_has_a_state_for_each_card_and_the_beginning() -> None:
    for cards in (1, 2, 10):
        found = explore(chain(cards), limit=100, watch=ignore)
        assert found.complete and len(found.came_from) == cards + 1


def test_it_gives_up_at_its_limit() -> None:
    found = explore(chain(10), limit=5, watch=ignore)
    assert not found.complete and len(found.came_from) == 5


def test_the_limit_may_just_suffice() -> None:
    assert explore(chain(10), limit=11, watch=ignore).complete


def test_plays_are_shortest() -> None:
    cards = """
        a: {text: A., choices: [{id: slow, text: Slow., goto: b}, {id: quick, text: Quick., goto: c}]}
        b: {text: B., choices: [{id: on, text: On., goto: c}]}
        c: {text: C., ending: won}
        """
    found = explore(plain(cards), limit=100, watch=ignore)
    ended = next(state for state in found.came_from if state.phase is Phase.ENDED)
    assert len(found.path(ended)) == 2


def test_every_step_is_shown_once_with_the_state_before_it() -> None:
    seen: list[tuple[State, Successor]] = []
    found = explore(chain(5), limit=100, watch=lambda state, step: seen.append((state, step)))
    assert len(seen) == len(set(seen)) == len(found.came_from) - 1
    assert all(found.came_from[step.state] is not None for _, step in seen)
