"""Stories whose maps are hard: with names that mean something to some format, and very large ones."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from storyengine.loader import load_text
from storyengine.model.cards import Card, CardRef, Choice, Consequence, End, Ending, Goto, Text, TextPart
from storyengine.model.story import Story

AWKWARD = (
    'He said "run"',
    "Next? [well",
    "A|B",
    "x -> y",
    "50% & more",
    "<script><img src=x onerror=alert(1)>",
    "&lt;",
    "subgraph",
    "end",
    "node",
    "digraph",
    "graph",
    "click",
    "__proto__",
    "constructor",
    "<!-- [[Cellar]] -->",
    "@@DATA@@",
    "{curly} #35;",
    "back\\slash",
    "trailing\\",
    "naïve ß 火 👩‍🚀",
    "%% comment %%",
    "a;b,c:d",
    "travel",
    "ending:won",
    "`code` 'quoted'",
    "]]>",
    "$& $1 \\1",
)
"""Ids that the loader takes; in some format each of them means something else than itself."""

HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked=1'>&lt;!-- ]]>"


def awkward_story() -> Story:
    """Return a story that has every awkward id, in a circle, with text to match."""
    cards: dict[str, Any] = {}
    for number, name in enumerate(AWKWARD):
        following = AWKWARD[(number + 1) % len(AWKWARD)]
        words = name.replace("{", "").replace("}", "")
        cards[name] = {
            "title": name,
            "text": f"{words}\n{HOSTILE}",
            "note": name,
            "choices": [{"id": "on", "text": f"On {words}", "goto": following}],
        }
    cards[AWKWARD[0]]["choices"].append({"id": "end", "text": HOSTILE, "ending": {"id": "won", "kind": "won"}})
    return loaded({"story": "awkward", "title": HOSTILE, "start": AWKWARD[0], "cards": cards})


def story_made_in_code() -> Story:
    """Return a story with names that no file can give: nobody keeps a program from making one."""
    names = ("two\nlines", "</script><b>", "tab\tand / slash", "\u202eturned round", "\x07bell", 'a\\"b', "  edges  ")
    cards = {}
    for name, following in zip(names, (*names[1:], names[0]), strict=True):
        text = Text((TextPart((HOSTILE + name,)),))
        cards[name] = Card(name, "", Consequence(name, text, jump=Goto(CardRef(following))), title=name)
    return Story("made", "Made\nin code", names[0], cards)


def loaded(tree: dict[str, object]) -> Story:
    found = load_text(json.dumps({"format": 1, **tree}, ensure_ascii=False))
    assert found.story is not None, "\n".join(map(str, found.diagnostics))
    return found.story


@cache
def large_story(cards: int, *, hub: int = 300, seed: int = 1) -> Story:
    """Return a story of one deck with three links a card, and one card that `hub` others lead to."""
    rng = random.Random(seed)
    found: dict[str, Card] = {}
    for number in range(cards):
        name = f"card_{number}"
        text = Text((TextPart((f"You are at {number}.",)),))
        if number == cards - 1:
            end = End(Ending("won", "won", "", name))
            found[name] = Card(name, "", Consequence(name, text, jump=end), title="The last one")
            break
        targets = [min(cards - 1, number + rng.randint(1, 20)) for _ in range(2)]
        targets.append(7 if number < hub else rng.randrange(cards))
        choices = tuple(
            Choice(
                f"c{index}",
                Text((TextPart((f"Way {index}.",)),)),
                Consequence(f"{name}.c{index}", jump=Goto(CardRef(f"card_{target}"))),
            )
            for index, target in enumerate(targets)
        )
        found[name] = Card(name, "", Consequence(name, text), title=f"Card number {number}", choices=choices)
    return Story("large", "A large story", "card_0", found)
