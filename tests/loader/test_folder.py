"""Which files belong to a story."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from storyengine.loader import Loaded, load_story

STORY = "story: s\ntitle: T\nstart: inn/1\n"
DECK = "deck: {name}\ncards:\n  1: {{text: Done., ending: won}}\n"


def write(folder: Path, **files: str) -> Path:
    """Write files whose names have `__` for a slash, with `.yaml` behind."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def deck(name: str) -> str:
    return DECK.format(name=name)


def decks(loaded: Loaded) -> list[str]:
    assert loaded.story is not None, [each.message for each in loaded.diagnostics]
    return list(loaded.story.decks)


def codes(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics]


def test_without_a_list_every_yaml_file_below_is_loaded(tmp_path: Path) -> None:
    write(tmp_path, story=STORY, inn=deck("inn"), planets__red=deck("red"), planets__far__blue=deck("blue"))
    (tmp_path / "notes.txt").write_text("cards: none")
    write(tmp_path, **{".hidden__x": "nothing: here"})
    assert sorted(decks(load_story(tmp_path))) == ["blue", "inn", "red"]


def test_decks_are_loaded_in_the_order_of_the_list(tmp_path: Path) -> None:
    listed = STORY + "decks: [planets/*, inn.yaml, other]\n"
    write(tmp_path, story=listed, inn=deck("inn"), planets__red=deck("red"), planets__blue=deck("blue"))
    (tmp_path / "other.yml").write_text(deck("other"))
    write(tmp_path, unlisted="nobody: reads this", planets__far__green="nor: this")
    assert decks(load_story(tmp_path)) == ["blue", "red", "inn", "other"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*", ["inn"]),
        ("**/*", ["inn", "blue", "red"]),
        ("planets/?ed", ["red"]),
        ("./inn", ["inn"]),
        ("planets/blue.yaml", ["blue"]),
    ],
)
def test_patterns(pattern: str, expected: list[str], tmp_path: Path) -> None:
    listed = f"story: s\ntitle: T\nstart: {expected[0]}/1\ndecks: '{pattern}'\n"
    write(tmp_path, story=listed, inn=deck("inn"), planets__red=deck("red"), planets__blue=deck("blue"))
    assert decks(load_story(tmp_path)) == expected


def test_a_file_by_itself_is_a_whole_story(tmp_path: Path) -> None:
    write(tmp_path, one="story: one\ntitle: T\nstart: a\ncards: {a: {text: Done., ending: won}}\n", two="no story")
    loaded = load_story(tmp_path / "one.yaml")
    assert decks(loaded) == [""]
    assert list(loaded.sources) == [(tmp_path / "one.yaml").as_posix()]


def test_the_storys_own_file_can_be_named(tmp_path: Path) -> None:
    write(tmp_path, story=STORY, inn=deck("inn"))
    assert decks(load_story(tmp_path / "story.yaml")) == decks(load_story(tmp_path)) == ["inn"]


def test_the_only_file_with_a_story_is_the_storys_own(tmp_path: Path) -> None:
    write(tmp_path, tale=STORY, inn=deck("inn"))
    assert decks(load_story(tmp_path)) == ["inn"]


def test_cards_of_the_storys_own_file_and_decks_can_name_each_other(tmp_path: Path) -> None:
    cards = "cards:\n  door: {text: Hello., goto: inn/1}\n  road: {text: Done., ending: won}\n"
    own = "story: s\ntitle: T\nstart: door\n" + cards
    write(tmp_path, story=own, inn="deck: inn\ncards: {1: {text: Hello., goto: road}}\n")
    loaded = load_story(tmp_path)
    assert loaded.story is not None
    assert list(loaded.story.cards) == ["door", "road", "inn/1"]


def test_files_are_named_as_the_user_named_the_story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, tale__story=STORY, tale__planets__inn=deck("inn"))
    monkeypatch.chdir(tmp_path)
    assert list(load_story("tale").sources) == ["tale/story.yaml", "tale/planets/inn.yaml"]
    assert list(load_story("tale/").sources) == ["tale/story.yaml", "tale/planets/inn.yaml"]
    monkeypatch.chdir(tmp_path / "tale")
    assert list(load_story(".").sources) == ["story.yaml", "planets/inn.yaml"]


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "a/../../secret", "..\\secret", "../*", "/etc/*"])
def test_nothing_outside_the_folder_is_read(name: str, tmp_path: Path) -> None:
    write(tmp_path, secret=deck("secret"), tale__story=STORY + f"decks: ['{name}']\n", tale__a__b="x: y")
    loaded = load_story(tmp_path / "tale")
    assert "SE005" in codes(loaded)
    assert len(loaded.sources) == 1


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_a_link_to_a_place_outside_is_refused(tmp_path: Path) -> None:
    write(tmp_path, secret=deck("secret"), tale__story=STORY, tale__inn=deck("inn"))
    (tmp_path / "tale" / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    loaded = load_story(tmp_path / "tale")
    assert codes(loaded) == ["SE005"]
    assert sorted(Path(path).name for path in loaded.sources) == ["inn.yaml", "story.yaml"]


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_a_linked_folder_is_not_walked_into(tmp_path: Path) -> None:
    write(tmp_path, other__secret=deck("secret"), tale__story=STORY, tale__inn=deck("inn"))
    (tmp_path / "tale" / "loop").symlink_to(tmp_path / "tale")
    (tmp_path / "tale" / "out").symlink_to(tmp_path / "other")
    assert decks(load_story(tmp_path / "tale")) == ["inn"]


def test_a_broken_deck_does_not_make_its_cards_missing(tmp_path: Path) -> None:
    write(
        tmp_path, story=STORY, inn="deck: inn\ncards: {1: {text: Hello., goto: red/1}}\n", red="deck: red\ncards: [}\n"
    )
    loaded = load_story(tmp_path)
    assert loaded.story is None
    assert {each.span.path.rpartition("/")[2] for each in loaded.diagnostics} == {"red.yaml"}


def test_an_empty_folder_and_an_empty_file_have_no_story(tmp_path: Path) -> None:
    assert codes(load_story(tmp_path)) == ["SE075"]
    write(tmp_path, story="")
    assert codes(load_story(tmp_path)) == ["SE075"]
    assert codes(load_story(write(tmp_path, story="just a text\n"))) == ["SE075"]


def test_a_deck_alone_is_no_story(tmp_path: Path) -> None:
    write(tmp_path, inn=deck("inn"))
    assert codes(load_story(tmp_path / "inn.yaml")) == ["SE075"]
