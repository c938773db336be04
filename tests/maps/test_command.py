"""`storyengine graph` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storyengine.cli import main

FORMATS = ("html", "htm", "svg", "png", "dot", "gv", "mmd", "graphml", "json", "txt")


@pytest.mark.parametrize("suffix", FORMATS)
def test_the_suffix_says_what_kind_of_file_is_written(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"map.{suffix}"
    assert main(["graph", "tavern", "-o", str(path)]) == 0
    data = path.read_bytes()
    begins = {
        "html": b"<!doctype html>",
        "svg": b"<?xml",
        "png": b"\x89PNG",
        "dot": b"digraph",
        "mmd": b"flowchart",
        "graphml": b"<?xml",
        "json": b"{",
        "txt": b"The Tavern at Dusk",
    }
    kind = {"htm": "html", "gv": "dot"}.get(suffix, suffix)
    assert data.startswith(begins[kind])


def test_without_a_file_the_map_is_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "tavern"]) == 0
    assert "door, card, The Tavern at Dusk" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--ascii", "--plain"])
def test_the_terminal_map_has_simpler_forms(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "evil-power-master", option, "--focus", "follop/5"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert "The Sorting Floor" in out


def test_a_dash_prints_the_file(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["graph", "tavern", "-o", "-", "--format", "json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["story"] == "tavern"


def test_what_was_written_is_said_on_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "follop.txt"
    assert main(["graph", "evil-power-master", "--place", "Follop", "-o", str(path)]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"wrote {path}: 13 cards, ")
    assert "left out" in captured.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tavern", "-o", "map.docx"], "`map.docx` does not say what kind of file it is: html, svg"),
        (["tavern", "--format", "svg"], "--format needs -o FILE"),
        (["tavern", "-o", "no/such/folder/map.svg"], "`no/such/folder/map.svg` cannot be written"),
        (["tavern", "--focus", "dor"], "there is no card `dor`; did you mean `door`?"),
        (["taverm"], "there is no story `taverm`; did you mean `tavern`?"),
        (["tavern", "--route", "nowhere"], "there is no ending `nowhere`"),
        (["tavern", "--place", "nowhere"], "there are: none, as the story has no decks"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["graph", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_a_route_is_told_step_by_step(tmp_path: Path) -> None:
    path = tmp_path / "route.txt"
    assert main(["graph", "tavern", "--route", "inside", "-o", str(path)]) == 0
    assert (
        "Route to inside (2 steps)\n  1. the story begins -> door\n  2. choose “Knock.” -> inside" in path.read_text()
    )
