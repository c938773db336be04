"""Stories whose maps are hard: with names that mean something to some format, and very large ones."""

from __future__ import annotations

import json
import random
from functools import cache

from storyengine.loader import load_text
from storyengine.model.story import Story

AWKWARD = (
    'He said "run"',
    "Next? [well",
    "A|B",
    "x -> y",
    "50% & more",
    "</script><img src=x onerror=alert(1)>",
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

HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked=1'>&lt;!-- \u2028 ]]>"


def awkward_story() -> Story:
    """Return a story that has every awkward id, in a circle, with text to match."""
    cards = {}
    for number, name in enumerate(AWKWARD):
        following = AWKWARD[(number + 1) % len(AWKWARD)]
        cards[name] = {
            "title": name,
            "text": f"{name}\n{HOSTILE}".replace("{", "").replace("}", ""),
            "note": name,
            "choices": [{"id": "on", "text": f"On {name}".replace("{", "").replace("}", ""), "goto": following}],
        }
    cards[AWKWARD[0]]["choices"].append({"id": "end", "text": HOSTILE, "ending": "won"})
    return loaded({"story": "awkward", "title": HOSTILE, "start": AWKWARD[0], "cards": cards})


def loaded(tree: dict[str, object]) -> Story:
    found = load_text(json.dumps({"format": 1, **tree}, ensure_ascii=False))
    assert found.story is not None, "\n".join(map(str, found.diagnostics))
    return found.story


@cache
def large_story(cards: int, *, hub: int = 300, seed: int = 1) -> Story:
    """Return a story of one deck with three links a card, and one card that `hub` others lead to."""
    rng = random.Random(seed)
    tree: dict[str, object] = {}
    for number in range(cards - 1):
        ahead = [min(cards - 1, number + rng.randint(1, 20)) for _ in range(2)]
        third = 7 if number < hub else rng.randrange(cards)
        choices = [
            {"id": f"c{index}", "text": f"Way {index}.", "goto": f"card_{target}"}
            for index, target in enumerate((*ahead, third))
        ]
        tree[f"card_{number}"] = {"title": f"Card number {number}", "text": f"You are at {number}.", "choices": choices}
    tree[f"card_{cards - 1}"] = {"text": "The last one.", "ending": "won"}
    return loaded({"story": "large", "title": "A large story", "start": "card_0", "cards": tree})
