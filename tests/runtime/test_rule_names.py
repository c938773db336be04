"""The printed rules that tests name are the ones listed in `tests/rules`, each of them and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
LINE = re.compile(r"^\| (EPM-A?\d+) \|", re.MULTILINE)


def markers() -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield the rules that each `mark.rule(...)` names."""
    for path in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                yield path, tuple(str(each.value) for each in node.args if isinstance(each, ast.Constant))


def test_every_listed_rule_is_named_by_a_test_and_every_named_one_is_listed() -> None:
    listed = LINE.findall((TESTS / "rules" / "epm.md").read_text(encoding="utf-8"))
    assert len(listed) == len(set(listed)) == 72 + 35
    named = {rule for _, rules in markers() for rule in rules if rule.startswith("EPM-")}
    assert named == set(listed)


def test_a_test_that_names_many_rules_shows_none_of_them_well() -> None:
    assert [path.name for path, rules in markers() if len(rules) > 3] == []
