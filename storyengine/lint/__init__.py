"""Rules about stories: each one file in `rules/`, all asked about the same facts. Knows no YAML library."""

from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.registry import find_rule, rules
from storyengine.lint.rule import Rule
from storyengine.lint.running import Linted, lint

__all__ = ["Facts", "Finding", "Linted", "Rule", "find_rule", "lint", "rules"]
