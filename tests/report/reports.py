"""A report to write in every format, of a story with a finding of each severity."""

from __future__ import annotations

from pathlib import Path

from storyengine.checking import check
from storyengine.cli.lint import _report, _story_report
from storyengine.report import Report

STORY = """\
story: lamp
title: The Lamp, 100% lit
start: hall
variables:
  oil: {start: 0, min: 0, max: 9}
cards:
  hall:
    text: A hall; äöü 火.
    choices:
      - {text: "Take oil, once.", once: true, do: oil += 1, goto: hall}
      - {text: Light the lamp., when: oil >= 2, goto: lit}
      - {text: Grope., goto: dark}
  lit: {text: Light., ending: won}
  dark: {text: Dark.}  # lint: ignore[SE999] there is no such rule
  home: {text: Home., ending: lost}
"""


def report_of(folder: Path) -> Report:
    path = folder / "lamp.yaml"
    path.write_text(STORY, encoding="utf-8")
    return _report([_story_report(check(path), "lamp", interrupted=False)])
