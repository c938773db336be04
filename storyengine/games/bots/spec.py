"""Bots by their written names: `greedy`, `pimc:worlds=4,rollout=greedy,depth=4`, `ismcts:iters=500,ease=0.2`."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

# Each bot's budget and its default, if it searches, and the other arguments it takes. Budgets count worlds or
# iterations, not seconds, so that a replay is exact.
BUDGETS = {"random": {}, "greedy": {}, "pimc": {"worlds": 8}, "ismcts": {"iters": 500}}
EXTRAS = {"random": (), "greedy": (), "pimc": ("rollout", "depth", "width"), "ismcts": ("rollout", "depth")}
ROLLOUTS = ("random", "greedy")
LARGEST_BUDGET = 1_000_000
LARGEST_CUT = 1_000


@dataclass(frozen=True, slots=True)
class BotSpec:
    """What a written name says."""

    name: str
    budget: int = 0
    """Worlds or iterations for each decision; 0 for bots that do not search."""
    ease: float = 0.0
    """The share of decisions taken at random, for a gentler opponent."""
    rollout: str = "random"
    """How sampled worlds are played on: at random, or `greedy`, by the game's rules of thumb."""
    depth: int = 0
    """Turns after which a rollout is cut and judged by the game's measure; 0 for the end of the deal."""
    width: int = 0
    """How many moves are searched, the best by the rules of thumb; 0 for all."""


def parse_bot(text: object) -> BotSpec:
    """Read a bot's written name.

    Raises:
        ValueError: there is no such bot or argument, or its value is out of range; the message says what would do.

    Example:
        >>> parse_bot("pimc:worlds=4,ease=0.2").budget
        4
    """
    if not isinstance(text, str):
        raise ValueError(f"a bot is named by a word such as `greedy`, got {text!r}")
    name, _, rest = text.strip().partition(":")
    if name not in BUDGETS:
        near = get_close_matches(name, BUDGETS, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(BUDGETS)}"
        raise ValueError(f"no bot is called `{name}`; {hint}")
    budgets, extras = BUDGETS[name], EXTRAS[name]
    budget, ease, rollout = next(iter(budgets.values()), 0), 0.0, ROLLOUTS[0]
    cuts = {"depth": 0, "width": 0}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        key, _, value = part.partition("=")
        if key == "ease":
            ease = _number(part, value, 1.0)
        elif key in budgets:
            budget = _whole(part, value, LARGEST_BUDGET)
        elif key == "rollout" and key in extras:
            if value not in ROLLOUTS:
                raise ValueError(f"`{part}`: must be one of {', '.join(ROLLOUTS)}")
            rollout = value
        elif key in extras:
            cuts[key] = _whole(part, value, LARGEST_CUT)
        else:
            raise ValueError(f"`{name}` has no argument `{key}`; it has {', '.join([*budgets, *extras, 'ease'])}")
    return BotSpec(name, budget, ease, rollout, **cuts)


def format_bot(spec: BotSpec) -> str:
    """The written name of a bot; the inverse of `parse_bot`."""
    parts = [f"{key}={spec.budget}" for key in BUDGETS[spec.name]]
    if spec.rollout != ROLLOUTS[0]:
        parts.append(f"rollout={spec.rollout}")
    parts += [f"{key}={value}" for key, value in (("depth", spec.depth), ("width", spec.width)) if value]
    if spec.ease:
        parts.append(f"ease={spec.ease:g}")
    return f"{spec.name}:{','.join(parts)}" if parts else spec.name


def _whole(part: str, value: str, highest: int) -> int:
    number = int(_number(part, value, highest))
    if number < 1 or not value.isdigit():
        raise ValueError(f"`{part}`: must be a whole number, at least 1")
    return number


def _number(part: str, value: str, highest: float) -> float:
    try:
        number = float(value)
    except ValueError:
        raise ValueError(f"`{part}`: {value!r} is not a number") from None
    if not 0 <= number <= highest:
        raise ValueError(f"`{part}`: must be from 0 to {highest:g}")
    return number
