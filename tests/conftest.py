"""Two tiers: the everyday one, and with `--full` the whole of what a test can look at. Both run the same every time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

# derandomized: a run finds what it found yesterday, on every machine; --full looks wider, and as steadily
settings.register_profile("everyday", derandomize=True, deadline=None, max_examples=50)
settings.register_profile(
    "full", derandomize=True, deadline=None, max_examples=1_000, suppress_health_check=[HealthCheck.too_slow]
)

Amount = Callable[[int, int], int]
"""The first number in the everyday tier, the second one with `--full`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run everything, at full size")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("full" if config.getoption("--full") else "everyday")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    kept_for_full = [item for item in items if item.get_closest_marker("full")]
    if kept_for_full:
        config.hook.pytest_deselected(items=kept_for_full)
        items[:] = [item for item in items if not item.get_closest_marker("full")]


@pytest.fixture(scope="session")
def amount(request: pytest.FixtureRequest) -> Amount:
    """How much of a thing to look at: `amount(1_000, 10_000)` is 1,000, or 10,000 with `--full`."""
    full = bool(request.config.getoption("--full"))
    return lambda everyday, whole: whole if full else everyday
