"""Records as files: what is written reads back, and what is no record is refused in words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.runtime import Record, Recorded, RecordError, parse_action
from tests.runtime.test_actions import actions

texts = st.text(max_size=12)
records = st.builds(
    Record,
    story=texts,
    steps=st.lists(st.builds(Recorded, actions, texts, texts, texts), max_size=4).map(tuple),
    version=texts,
    mechanics=texts,
    texts=texts,
    players=st.lists(texts, min_size=1, max_size=5, unique=True).map(tuple),
    seed=st.none() | st.integers(min_value=-(2**63), max_value=2**63),
    reroll=st.booleans(),
    final=texts,
    ending=texts,
)


@given(records)
def test_a_record_reads_back_as_itself(record: Record) -> None:
    assert Record.from_json(record.to_json()) == record


def test_a_record_has_one_step_a_line() -> None:
    steps = (Recorded(parse_action("go on")), Recorded(parse_action("challenge maru"), "die 4", "inn", ""))
    text = Record("test", steps).to_json()
    assert '    {"do": "go on"},\n' in text
    assert '    {"do": "challenge maru", "chance": "die 4", "card": "inn"}\n' in text
    assert json.loads(text)["story"] == "test"


def test_other_alphabets_stay_readable() -> None:
    assert "Ärger 🗝" in Record("Ärger 🗝", ()).to_json()


GOOD = json.loads(Record("test", (Recorded(parse_action("go on")),)).to_json())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not complete JSON"),
        ("{", "not complete JSON"),
        ("[" * 100_000, "not complete JSON"),
        ("[]", "`story` and `steps` are missing"),
        (json.dumps({**GOOD, "format": 2}), "it has format 2, and this version reads format 1"),
        (json.dumps({**GOOD, "steps": {}}), "`steps` must be a list"),
        (json.dumps({**GOOD, "steps": [1]}), "step 1 is not a step"),
        (json.dumps({**GOOD, "steps": [{"do": "dance"}]}), "step 1: not an action: 'dance'"),
        (json.dumps({**GOOD, "steps": [{"do": 7}]}), "`do` must be a text"),
        (json.dumps({**GOOD, "steps": [{"do": "go on", "chance": ["die 1"]}]}), "`chance` must be a text"),
        (json.dumps({**GOOD, "seed": 1.5}), "`seed` must be a whole number"),
        (json.dumps({**GOOD, "seed": True}), "`seed` must be a whole number"),
        (json.dumps({**GOOD, "seed": 1 << 70}), "`seed` must be a whole number"),
        (json.dumps({**GOOD, "players": []}), "`players` must be a list of different names"),
        (json.dumps({**GOOD, "players": ["Ann", "Ann"]}), "`players` must be a list of different names"),
        (json.dumps({**GOOD, "players": ["A" * 300, "A" * 301]}), "`players` must be a list of different names"),
        (json.dumps({**GOOD, "players": "Ann"}), "`players` must be a list of different names"),
        (json.dumps({**GOOD, "story": 5}), "`story` must be a text"),
        (json.dumps({**GOOD, "version": "x" * 100_001}), "`version` must be a text of at most 100,000"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        Record.from_json(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*GOOD, "x"]), inner, max_size=12),
    )
)
def test_any_json_is_a_record_or_refused(data: object) -> None:
    merged = {**GOOD, **data} if isinstance(data, dict) else data
    try:
        record = Record.from_json(json.dumps(merged))
    except RecordError:
        return
    assert Record.from_json(record.to_json()) == record


def test_more_than_any_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storyengine.runtime.record.LARGEST_FILE", 10)
    with pytest.raises(RecordError, match="larger than 10 characters"):
        Record.from_json(json.dumps(GOOD))
