"""Bots by their written names: `greedy`, `pimc:worlds=8`, `ismcts:iters=500,ease=0.2`."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

# Each bot's argument and its default. Budgets count iterations, not seconds, so that a replay is exact.
BUDGETS = {"random": {}, "greedy": {}, "pimc": {"worlds": 8}, "ismcts": {"iters": 500}}
LARGEST_BUDGET = 1_000_000


@dataclass(frozen=True, slots=True)
class BotSpec:
    """What a written name says."""

    name: str
    budget: int = 0
    """Worlds or iterations for each decision; 0 for bots that do not search."""
    ease: float = 0.0
    """The share of decisions taken at random, for a gentler opponent."""


def parse_bot(text: object) -> BotSpec:
    """Read a bot's written name.

    Raises:
        ValueError: there is no such bot or argument, or its value is out of range; the message says what would do.

    Example:
        >>> parse_bot("pimc:worlds=4,ease=0.2")
        BotSpec(name='pimc', budget=4, ease=0.2)
    """
    if not isinstance(text, str):
        raise ValueError(f"a bot is named by a word such as `greedy`, got {text!r}")
    name, _, rest = text.strip().partition(":")
    if name not in BUDGETS:
        near = get_close_matches(name, BUDGETS, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(BUDGETS)}"
        raise ValueError(f"no bot is called `{name}`; {hint}")
    budgets = BUDGETS[name]
    budget, ease = next(iter(budgets.values()), 0), 0.0
    for part in filter(None, (part.strip() for part in rest.split(","))):
        key, _, value = part.partition("=")
        if key == "ease":
            ease = _number(part, value, 1.0)
        elif key in budgets:
            budget = int(_number(part, value, LARGEST_BUDGET))
            if budget < 1 or not value.isdigit():
                raise ValueError(f"`{part}`: must be a whole number, at least 1")
        else:
            raise ValueError(f"`{name}` has no argument `{key}`; it has {', '.join([*budgets, 'ease'])}")
    return BotSpec(name, budget, ease)


def format_bot(spec: BotSpec) -> str:
    """The written name of a bot; the inverse of `parse_bot`."""
    parts = [f"{key}={spec.budget}" for key in BUDGETS[spec.name]]
    if spec.ease:
        parts.append(f"ease={spec.ease:g}")
    return f"{spec.name}:{','.join(parts)}" if parts else spec.name


def _number(part: str, value: str, highest: float) -> float:
    try:
        number = float(value)
    except ValueError:
        raise ValueError(f"`{part}`: {value!r} is not a number") from None
    if not 0 <= number <= highest:
        raise ValueError(f"`{part}`: must be from 0 to {highest:g}")
    return number
