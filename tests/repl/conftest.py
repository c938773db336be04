"""Sessions are left when their test is over, so that nobody else has to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.repl.talk import OPEN


@pytest.fixture(autouse=True)
def _left() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().leave()
