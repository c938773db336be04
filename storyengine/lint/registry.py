"""All rules: whatever class stands in `rules/`. A rule joins by being written, not by being imported."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from storyengine.lint import rules as folder
from storyengine.lint.rule import Rule


@cache
def rules() -> tuple[Rule, ...]:
    """Return every rule, in the order of the codes."""
    found: list[Rule] = []
    for module in pkgutil.iter_modules(folder.__path__, f"{folder.__name__}."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, Rule) and value.__module__ == module.name:
                found.append(value())
    return tuple(sorted(found, key=lambda rule: rule.code))


def find_rule(name: str) -> Rule | None:
    """Return the rule with this code or slug."""
    return next((rule for rule in rules() if name in (rule.code, rule.slug)), None)
