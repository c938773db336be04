"""What the authors' guide says of a play happens. Each case quotes the page, so that neither changes alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from storyengine.loader import load_story, load_text
from storyengine.runtime import forced, initial, parse_action, take
from storyengine.runtime.events import Changed, Ended, Told
from tests.stories.guide import PAGE, problems, story_of, write_files

TIDE = "trackers: {tide: {start: 0, min: 0, max: 10, at: {7: cellar}, at_max: roof}}\n"
INN = "cards:\n  inn:\n    "
CHOICE = "choices: [{id: go, text: Go., "

CLAIMS = {
    "However you order them in the file, this is the order of play": (
        INN + "detour: hall\n    do: oil += 1\n    text: At the inn.\n    before: hour += 1\n    goto: home\n"
        "  hall: {text: In the hall., return: true}\n",
        "",
        "hour 7 | At the inn. | oil 2 | In the hall. | There. | ending home",
    ),
    "Where every choice is shut, the card's own jump is followed": (
        INN + CHOICE + "when: lit, goto: roof}]\n    goto: home\n",
        "",
        "There. | ending home",
    ),
    "so a challenge that is won without a jump leads to the card's choices": (
        INN
        + "challenge: {type: climbing, rules: {level: 0}, win: {text: Up., do: oil += 1}, lose: roof}\n    "
        + CHOICE
        + "goto: home}]\n",
        "challenge ada | choose go",
        "Up. | oil 2 | There. | ending home",
    ),
    "The branch is looked at before the choices": (
        INN + CHOICE + "goto: roof}]\n    branch: [{when: oil == 1, goto: home}]\n",
        "",
        "There. | ending home",
    ),
    "if no arm holds, the card goes on": (
        INN + CHOICE + "goto: home}]\n    branch: [{when: oil == 2, goto: roof}]\n",
        "choose go",
        "There. | ending home",
    ),
    "`//` divides and rounds down": (
        INN + "text: '{-7 // 2} and {-7 % 2}'\n    goto: home\n",
        "",
        "-4 and 1 | There. | ending home",
    ),
    "A condition that divides by zero counts as not holding": (
        INN + "do: oil = 0\n    branch: [{when: not 6 // oil > 1, goto: roof}, home]\n",
        "",
        "oil 0 | There. | ending home",
    ),
    "`oil += 2` at 2 of 3 makes it 3": (
        INN + "do: oil += 1; oil += 2\n    goto: home\n",
        "",
        "oil 2 | oil 3 | There. | ending home",
    ),
    "such as to discard what nobody holds, does nothing": (
        INN + "do: discard lamp\n    goto: home\n",
        "",
        "There. | ending home",
    ),
    "A threshold fires at once. The rest of the card is not read": (
        TIDE + INN + "do: tide += 8; oil += 1\n    text: At the inn.\n    goto: home\n",
        "",
        "At the inn. | tide 8 | There. | ending cellar",
    ),
    "when the value is crossed, from either side": (
        TIDE + INN + "do: tide += 6\n    " + CHOICE + "do: tide += 3, goto: home}]\n  cellar:\n    do: tide -= 2\n"
        "    choices: [{id: on, text: On., goto: home}]\n",
        # up through 7 at 9, where the cellar takes 2, and down to 7, where it takes 2 more
        "choose go | choose on",
        "tide 6 | tide 9 | tide 7 | tide 5 | There. | ending home",
    ),
    "back to this card's choices, without its text and its effects": (
        INN + "text: At the inn.\n    do: oil += 1\n    " + CHOICE + "do: hour += 1, stay: true}]\n",
        "choose go | choose go",
        "At the inn. | oil 2 | hour 7 | hour 8",
    ),
    "`roll_twice`, which rolls twice and counts both": (
        "items: {rope: {title: Rope, boost: {climbing: roll_twice}}}\n"
        + INN
        + "do: give rope to ada\n    challenge: {type: climbing, rules: {level: 2}, win: roof, lose: home}\n",
        "challenge ada with rope",
        "There. | ending roof",
    ),
    "A choice must have a jump, except on a DATA card": (
        INN + "detour: hall\n    goto: home\n  hall:\n    text: In the hall.\n    " + CHOICE + "return: true}]\n",
        "choose go",
        "In the hall. | There. | ending home",
    ),
    "In a story without a crew the die decides alone": (
        "crew: {}\n" + INN + "challenge: {type: climbing, rules: {level: 7}, win: roof, lose: home}\n",
        "challenge",
        "There. | ending home",
    ),
}
"""What the page says, a piece of a story, what is done in it, and all that is read, changed or ended then."""


def happened(source: str | Path, done: str) -> str:
    """Play a story; where chance decides, the first thing that can happen does."""
    loaded = load_text(source, "a.yaml") if isinstance(source, str) else load_story(source)
    assert loaded.story is not None, problems(loaded)
    story, state = loaded.story, initial(loaded.story)
    pending = [parse_action(line) for line in done.split(" | ") if line]
    heard: list[str] = []
    while not state.over and (action := forced(story, state) or (pending.pop(0) if pending else None)):
        taken = take(story, state, action, lambda kind, place, options: 0)
        state = taken.state
        for event in taken.events:
            if isinstance(event, Told):
                heard.append(event.text)
            elif isinstance(event, Changed):
                heard.append(f"{event.variable} {event.after}")
            elif isinstance(event, Ended):
                heard.append(f"ending {event.ending}")
    assert not pending, f"left to do: {pending}"
    return " | ".join(heard)


def is_told(claim: str) -> bool:
    return claim in " ".join(PAGE.split())


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_the_page_says_is_what_happens(claim: str) -> None:
    piece, done, expected = CLAIMS[claim]
    assert is_told(claim)
    assert happened(story_of(piece), done) == expected


WAYS_BACK = {
    "A DATA card comes back by itself when it is done": ("2: {text: Two.}", "Two. | Back. | ending inn_back"),
    "If a DATA card jumps with `goto` to another card of its own deck, the way back stays open": (
        "2: {text: Two., goto: 3}",
        "Two. | Three. | Back. | ending inn_back",
    ),
    "If it jumps out of its deck, the card that drew it is not gone back to": (
        "2: {text: Two., goto: inn/road}",
        "Two. | The road. | ending inn_road",
    ),
    "Once the item has been found, it is not in the deck any more": (
        "2: {text: Two., give: rope}",
        "Two. | Back. | ending inn_back",
    ),
}
"""What the page says of DATA cards, the card drawn, and all that is read then."""


@pytest.mark.parametrize("claim", WAYS_BACK)
def test_what_the_page_says_of_data_cards_is_what_happens(claim: str, tmp_path: Path) -> None:
    card, expected = WAYS_BACK[claim]
    files = {
        "story.yaml": "story: s\ntitle: T\nstart: inn/1\nitems: {rope: {title: Rope}}\n",
        "data.yaml": f"deck: data\nkind: data\ncards:\n  {card}\n  3: {{text: Three.}}\n",
        "inn.yaml": "deck: inn\ncards:\n  1: {draw: 2, goto: again}\n  road: {text: The road., ending: left}\n"
        "  again: {branch: [{when: items > 0, draw: 2, goto: back}, back]}\n  back: {text: Back., ending: back}\n",
    }
    write_files(files, tmp_path)
    assert is_told(claim)
    assert happened(tmp_path, "") == expected


def test_a_rolled_1_destroys_the_booster_as_the_page_says() -> None:
    assert is_told("a rolled 1 destroys it")
    items = "items: {pole: {title: Pole, boost: {climbing: +2}}}\n"
    card = "do: give pole to ada\n    challenge: {type: climbing, win: roof, lose: {goto: inn2}}\n"
    after = "  inn2: {branch: [{when: has(pole), goto: home}, cellar]}\n"
    played = happened(story_of(items + INN + card + after), "challenge ada with pole")
    assert played == "There. | ending cellar"
