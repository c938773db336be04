"""Saves: whole at any moment, never lost, never a path, read with bounds."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from storyengine.repl.atomic_files import LEFTOVER_AGE, bounded_text, sweep, write_whole
from storyengine.repl.save_files import LARGEST_SAVE, SaveError, Shelf, read_record, safe_name
from storyengine.runtime import Record, Recorded
from storyengine.runtime.actions import Choose, GoOn
from tests.conftest import Amount
from tests.repl.talk import BEACON, LANTERN, Talk

RECORD = Record("lantern", (Recorded(GoOn()), Recorded(Choose("tiger"), card="shop", words="Open it")), seed=3)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path, "lantern")
    yield shelf
    shelf.release()


def test_what_is_saved_is_read_back(shelf: Shelf) -> None:
    shelf.save("here", RECORD)
    assert shelf.load("here") == shelf.load("HERE") == RECORD
    assert [info.name for info in shelf.saves()] == ["here"]


def test_nothing_is_made_on_disk_by_looking(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "none", "lantern")
    assert shelf.unfinished() is None
    assert shelf.saves() == ()
    assert shelf.endings() == frozenset()
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Before the tower!", "before-the-tower"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\x", "c-x"),
        ("a\x00b", "a-b"),
        ("Ärger", "ärger"),
        ("x" * 300, "x" * 60),
        ("火" * 100, "火" * 60),
    ],
)
def test_a_name_is_never_a_path(typed: str, name: str) -> None:
    assert safe_name(typed) == name
    assert safe_name(name) == name


@pytest.mark.parametrize("typed", ["", "  ", "...", "/", "autosave", "Earlier-3", "endings", "previous", "CON", "lpt1"])
def test_names_that_mean_something_else_are_refused(typed: str) -> None:
    with pytest.raises(SaveError):
        safe_name(typed)


def test_a_file_that_is_no_save_is_not_written_over(shelf: Shelf) -> None:
    shelf.save("mine", RECORD)
    path = shelf.folder / "mine.json"
    path.write_text("my diary")
    with pytest.raises(SaveError, match="not a save"):
        shelf.save("mine", RECORD)
    assert path.read_text() == "my diary"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"steps": 3, "story": "x"}',
        "[" * 100_000,
        '{"format": 9, "story": "", "steps": []}',
    ],
)
def test_a_damaged_save_gives_one_clear_message(shelf: Shelf, text: str) -> None:
    shelf.save("bad", RECORD)
    (shelf.folder / "bad.json").write_text(text)
    with pytest.raises(SaveError, match=r"^bad\.json is not a save that can be read: [^\n]+$"):
        shelf.load("bad")


def test_an_endless_save_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(LARGEST_SAVE + 1)
    with pytest.raises(SaveError, match="larger than 20 MB"):
        read_record(path)
    with pytest.raises(SaveError):
        read_record(tmp_path)
    if Path("/dev/zero").exists():
        with pytest.raises(OSError, match="no file"):
            bounded_text(Path("/dev/zero"), 10)


def test_another_play_puts_the_unfinished_one_aside(shelf: Shelf) -> None:
    shelf.autosave(RECORD)
    assert shelf.put_aside() == "earlier-1"
    other = Record("lantern", (Recorded(GoOn()),), seed=4)
    shelf.autosave(other)
    assert shelf.put_aside() == "earlier-2"
    assert shelf.put_aside() == ""
    assert shelf.load("earlier-1") == RECORD
    os.utime(shelf.folder / "earlier-1.json", (1, 1))
    assert shelf.load("previous") == other


def test_a_play_that_is_saved_already_is_not_put_aside_twice(shelf: Shelf) -> None:
    shelf.save("here", RECORD)
    shelf.autosave(RECORD)
    assert shelf.put_aside() == ""


def test_two_programs_do_not_write_over_each_other(tmp_path: Path) -> None:
    one, two = Shelf(tmp_path, "lantern"), Shelf(tmp_path, "lantern")
    one.autosave(RECORD)
    two.autosave(Record("lantern", ()))
    assert one.unfinished() == RECORD
    one.release()
    three = Shelf(tmp_path, "lantern")
    assert three.unfinished() == RECORD
    two.release()
    three.release()


def test_a_script_leaves_the_plays_of_people_alone(tmp_path: Path) -> None:
    person, script = Shelf(tmp_path, "lantern"), Shelf(tmp_path, "lantern", piped=True)
    person.autosave(RECORD)
    assert script.put_aside() == ""
    script.autosave(Record("lantern", ()))
    assert person.unfinished() == RECORD
    person.release()
    script.release()


def test_endings_are_remembered_and_a_damaged_list_of_them_is_none(shelf: Shelf) -> None:
    shelf.remember_ending("eaten")
    shelf.remember_ending("roof")
    assert shelf.endings() == {"eaten", "roof"}
    for text in ("", "[]", '{"endings": 3}', '{"endings": [["x"], 4]}'):
        (shelf.folder / "endings.json").write_text(text)
        assert shelf.endings() == frozenset()


def test_what_a_crash_left_is_swept_away_when_it_is_old(tmp_path: Path) -> None:
    old, new = tmp_path / ".a.json.1.part", tmp_path / ".b.json.2.part"
    old.write_text("")
    new.write_text("")
    os.utime(old, (time.time() - LEFTOVER_AGE - 60,) * 2)
    sweep(tmp_path)
    assert not old.exists() and new.exists()


def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    write_whole(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


FULL_DISK = """
import resource, sys
from pathlib import Path
from tests.repl.talk import LANTERN, Talk
resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))
talk = Talk(LANTERN, saves=Path(sys.argv[1]))
for _ in range(6):
    print(talk.say("4"), talk.say("1"))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the size limit is a Unix one")
def test_on_a_full_disk_play_goes_on_is_told_once_and_keeps_the_last_whole_save(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL_DISK, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.count("cannot be saved: file too large") == 1
    assert done.stdout.count("You now have") == 6
    kept = read_record(tmp_path / "lantern" / "autosave.json")
    assert 1 <= len(kept.steps) < 12
    assert Talk(LANTERN, saved=kept).play.state


ENDLESS = """
import sys
from pathlib import Path
from tests.repl.talk import LANTERN, Talk
talk = Talk(LANTERN, saves=Path(sys.argv[1]))
print("ready", flush=True)
while True:
    talk.say("4")
    talk.say("1")
    talk.say("save mine")
    talk.say("yes")
"""


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_every_save_readable(tmp_path: Path, amount: Amount) -> None:
    moments = random.Random(11)
    for _ in range(amount(5, 100)):
        player = subprocess.Popen([sys.executable, "-c", ENDLESS, str(tmp_path)], stdout=subprocess.PIPE)
        assert player.stdout is not None
        player.stdout.readline()
        time.sleep(moments.uniform(0.0, 0.15))
        player.send_signal(signal.SIGKILL)
        player.communicate()
        for path in (tmp_path / "lantern").glob("*.json"):
            read_record(path)
    assert (tmp_path / "lantern" / "autosave.json").exists()


def test_the_play_is_kept_after_every_action(tmp_path: Path) -> None:
    talk = Talk(BEACON, saves=tmp_path)
    autosave = tmp_path / "beacon" / "autosave.json"
    assert not autosave.exists()
    for line in ("choose quit", "1", "climb", "wren", "undo"):
        talk.say(line)
        assert read_record(autosave) == talk.play.record()
        assert json.loads(autosave.read_text())["seed"] == 4


def test_an_unfinished_play_is_offered_and_begun_where_it_was(tmp_path: Path) -> None:
    talk = Talk(BEACON, "choose quit", "1", saves=tmp_path)
    talk.leave()
    again = Talk(BEACON, saves=tmp_path, offers_unfinished=True, seed=99)
    assert "There is an unfinished play of this story.\n1. Go on with it.\n" in again.first
    assert "Below the Beacon" in again.say("1")
    assert again.play.record() == talk.play.record()


def test_beginning_anew_keeps_the_unfinished_play(tmp_path: Path) -> None:
    talk = Talk(BEACON, "choose quit", saves=tmp_path)
    talk.leave()
    anew = Talk(BEACON, saves=tmp_path, offers_unfinished=True, seed=99)
    assert "The Quay" in anew.say("begin anew")
    assert "(the play before this one is kept as earlier-1)" in anew.say("1")
    anew.say("load previous")
    assert anew.play.record() == talk.play.record()


def test_leaving_without_a_decision_leaves_the_unfinished_play_where_it_was(tmp_path: Path) -> None:
    talk = Talk(BEACON, "choose quit", saves=tmp_path)
    talk.leave()
    Talk(BEACON, "2", "quit", saves=tmp_path, offers_unfinished=True).leave()
    assert "unfinished" in Talk(BEACON, saves=tmp_path, offers_unfinished=True).first


def test_a_finished_play_is_not_offered(tmp_path: Path) -> None:
    Talk(LANTERN, "1", saves=tmp_path).leave()
    assert "unfinished" not in Talk(LANTERN, saves=tmp_path, offers_unfinished=True).first


@pytest.mark.parametrize("line", ["look", "status", "undo", "save x", "help", "load nothing", "restart", "", "zzz"])
def test_the_offer_survives_commands(tmp_path: Path, line: str) -> None:
    Talk(BEACON, "choose quit", saves=tmp_path).leave()
    talk = Talk(BEACON, line, saves=tmp_path, offers_unfinished=True)
    if line != "restart":
        assert "The boat is yours" in talk.say("1")
    talk.leave()


def test_saving_over_asks_first(tmp_path: Path) -> None:
    talk = Talk(LANTERN, "4", saves=tmp_path)
    assert talk.say("save here") == "(saved; `load here` comes back here)\n"
    talk.say("1")
    assert "There is a save here already. Save over it?" in talk.say("save here")
    assert "here is as it was" in talk.say("no")
    talk.say("save here")
    assert "saved" in talk.say("y")
    assert talk.say("save") == "(saved; `load save-1` comes back here)\n"


def test_loading_shows_the_card_again_and_keeps_the_play_that_was_left(tmp_path: Path) -> None:
    talk = Talk(LANTERN, "4", "save here", "1", "4", saves=tmp_path)
    left = talk.play.record()
    assert "The Chest" in talk.say("load here")
    assert "earlier-1" in talk.say("load")
    talk.say("earlier")
    assert talk.play.record() == left


def test_an_ending_is_remembered_from_play_to_play(tmp_path: Path) -> None:
    Talk(LANTERN, "1", saves=tmp_path).leave()
    assert "(2 of 3 endings found: Eaten and In the Garden)" in Talk(LANTERN, "2", saves=tmp_path).say("look")


def test_a_save_of_another_story_is_refused(tmp_path: Path) -> None:
    talk = Talk(LANTERN, "4", "save here", saves=tmp_path)
    path = tmp_path / "lantern" / "here.json"
    path.write_text(path.read_text().replace('"lantern"', '"beacon"'))
    before = talk.play.state
    assert talk.say("load here") == "(that is a play of `beacon`, and this story is `lantern`)\n"
    assert talk.play.state is before


BEFORE = """
story: inn
title: The Inn
start: hall
variables: {coins: {start: 1, min: 0, max: 9}, old: {start: 0, min: 0, max: 9}}
cards:
  hall:
    text: A hall.
    choices:
      - {id: drink, text: Drink., stay: true, once: true}
      - {id: sing, text: Sing., stay: true, once: true}
      - {id: up, text: Go up., goto: loft}
  loft: {text: A loft., choices: [{id: sleep, text: Sleep., ending: won}]}
"""


def test_a_save_of_an_edited_story_keeps_the_very_choice_that_was_taken() -> None:
    """A choice comes in above, a card is renamed, one variable comes and one goes."""
    record = Talk(BEFORE, "sing").play.record()
    edited = (
        BEFORE.replace("loft", "attic")
        .replace("old: {start: 0", "hats: {start: 3")
        .replace("      - {id: drink", "      - {id: pay, text: Pay., stay: true, once: true}\n      - {id: drink")
    )
    talk = Talk(edited, saved=record)
    assert "1. Pay.\n2. Drink.\n3. Go up.\n" in talk.first
    assert "Sing" not in talk.first
    assert "(the story has been edited since this was saved)" in talk.first


def test_a_save_on_a_card_that_is_gone_goes_back_to_where_the_story_still_is(tmp_path: Path) -> None:
    talk = Talk(BEFORE, "sing", "up", saves=tmp_path)
    whole = talk.play.record()
    talk.leave()
    edited = BEFORE.replace("goto: loft", "goto: cellar").replace("  loft:", "  cellar:").replace("A loft", "A cellar")
    again = Talk(edited, saves=tmp_path, offers_unfinished=True)
    assert "A cellar." in again.say("1")
    without = BEFORE.replace("{id: up, text: Go up.", "{id: out, text: Out.")
    last = Talk(without, saves=tmp_path / "other", saved=whole)
    assert "cannot be taken any more" in last.first
    assert "1. Drink.\n2. Out.\n" in last.first


def test_a_play_that_an_edit_has_cut_short_is_kept_whole_on_disk(tmp_path: Path) -> None:
    talk = Talk(BEFORE, "sing", "up", saves=tmp_path)
    whole = talk.play.record()
    talk.leave()
    without = BEFORE.replace("{id: up, text: Go up.", "{id: out, text: Out.")
    again = Talk(without, "1", saves=tmp_path, offers_unfinished=True)
    assert "Out." in again.say("look")
    assert read_record(tmp_path / "inn" / "earlier-1.json") == whole
