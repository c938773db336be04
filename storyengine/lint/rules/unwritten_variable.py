"""SE131."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.tables import Variable


class UnwrittenVariable(Rule):
    """A variable is read, and nothing ever changes it.

    Why: it always has the value it starts with, so what asks for it always gets the same answer.
    Instead: change it somewhere; perhaps its name is misspelt in an effect. A fixed number can stand in its place.
    """

    code, slug, severity = "SE131", "unwritten-variable", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the variables that are read and never changed."""
        for variable in unwritten(facts):
            start = str(variable.start).lower() if isinstance(variable.start, bool) else variable.start
            yield self.at(variable.span, f"nothing changes `{variable.id}`, so it is always {start}")


def unwritten(facts: Facts) -> Iterator[Variable]:
    """Yield the variables that are read, by the player too, and that neither effects nor the board change."""
    uses, board = facts.uses, facts.story.board
    by_board = {board.boost, *(tracker for tracker, _ in board.cost)}
    for name, variable in facts.story.variables.items():
        read = variable.tracker or uses.read[name] or name in uses.by_engine
        if read and not uses.written[name] and name not in by_board:
            yield variable
