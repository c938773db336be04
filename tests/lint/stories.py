"""Stories for tests of the linter, written as text."""

from __future__ import annotations

from pathlib import Path

from storyengine.checking import Checked, check

TAVERN = """\
story: tavern
title: The Tavern
start: door
cards:
  door:
    text: Rain, and one lit door.
    choices:
      - {text: Knock., goto: inside}
      - {text: Walk on., goto: road}
  inside: {text: A fire., ending: won}
  road: {text: You never knew., ending: lost}
"""

TRAP_A = """\
story: trap_a
title: Trap A
start: square
variables:
  gold: {start: 0, min: 0, max: 10}
cards:
  square:
    text: A square.
    choices:
      - {text: Take the coin., once: true, do: gold += 1, goto: square}
      - {text: Buy the crown., when: gold >= 5, goto: crown}
      - {text: Go home., goto: home}
  crown: {text: You are king., ending: won}
  home: {text: You are poor., ending: lost}
  reef: {text: Sand., choices: [{text: Walk., goto: atoll}]}
  atoll: {text: More sand., choices: [{text: Walk., goto: reef}]}
  lone: {text: Alone., ending: hermit}
"""

TRAP_C = """\
story: trap_c
title: Trap C
start: cell
variables:
  key: {start: 0, min: 0, max: 9}
cards:
  cell:
    text: A cell.
    choices:
      - {text: Unlock the door., when: key >= 5, goto: free}
  free: {text: Free., do: key += 1, ending: won}
"""


def trap_b(questions: int = 20) -> str:
    """A right and a wrong answer to each question; one ending needs all of them right, one more than that."""
    lines = [
        "story: trap_b",
        "title: Trap B",
        "start: q1",
        "variables:",
        "  score: {start: 0, min: 0, max: 100}",
        "cards:",
    ]
    for number in range(1, questions + 1):
        following = f"q{number + 1}" if number < questions else "result"
        lines += [
            f"  q{number}:",
            f"    text: Question {number}.",
            "    choices:",
            f"      - {{text: Right., do: score += 1, goto: {following}}}",
            f"      - {{text: Wrong., goto: {following}}}",
        ]
    lines += [
        "  result:",
        "    text: The result.",
        "    branch:",
        f"      - {{when: score >= {questions + 1}, ending: {{id: impossible, kind: won}}}}",
        f"      - {{when: score >= {questions}, ending: {{id: all_right, kind: won}}}}",
        "      - {ending: {id: some_wrong, kind: lost}}",
    ]
    return "\n".join(lines) + "\n"


def look(text: str, folder: Path, **options: object) -> Checked:
    """Check a story of one file."""
    path = folder / "story.yaml"
    path.write_text(text, encoding="utf-8")
    return check(path, **options)  # type: ignore[arg-type]  # a test passes what `check` takes


def found(checked: Checked) -> list[tuple[str, int]]:
    """Return (slug, line) of each finding."""
    return [(each.slug, each.span.line) for each in checked.diagnostics]
