"""Random stories sometimes go round without a choice, and are looked at thousands of times: each is given up sooner."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from storyengine.runtime import machine

LONGEST_CHAIN = 1_000
"""Operations in one step. An honest step of any story here takes far fewer."""


@pytest.fixture(autouse=True, scope="module")
def _loops_are_given_up_sooner() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "MOST_OPERATIONS", LONGEST_CHAIN)
        yield
