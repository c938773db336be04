"""An author without sense: stories in which everything stands beside everything."""

from __future__ import annotations

import json
from random import Random
from typing import Any

EFFECTS = [
    "signal += 1",
    "signal += 9",
    "epm += 2",
    "epm += 9",
    "epm -= 3",
    "signal -= 1",
    "gold += roll(1d4)",
    "gold = roll(1d3) if lit",
    "gain tea",
    "gain glow_lens",
    "gain bolt",
    "gain short_cut",
    "gain star_chart",
    "give twin_lens to oss",
    "discard tea",
    "deactivate maru",
    "activate all",
    "deactivate all",
    "deactivate performer",
    "discard picked",
    "lit = not lit",
    "wounds += 1 if active < 3",
    "gold += 5 // wounds",
    "epm += 1 if travelling",
    "epm += 25; signal += 25",
    "signal += 25; epm += 25",
]
CONDITIONS = [
    "lit",
    "not lit",
    "signal > 5",
    "has(tea)",
    "active == 4",
    "gold % 2 == 0",
    "visited(congress/2)",
    "items > 1",
]
STORY_CARDS = [f"{deck}/{number}" for deck in ("congress", "follop", "kronos", "tower") for number in (1, 2, 3, 4)]
DATA_CARDS = ["data/12", "data/33", "data/41", "data/42"]


class Author:
    """Writes one story; the same seed writes the same one."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.endings = 0

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def story(self) -> dict[str, str]:
        """Return cards by whole name, as YAML."""
        return {name: json.dumps(self.card(name)) for name in (*STORY_CARDS, *DATA_CARDS, "data/158", "follop/13")}

    def card(self, name: str) -> dict[str, Any]:
        card = {"text": name, **self.consequence(depth=0, sure=self.maybe(0.5), detour=True)}
        if self.maybe(0.2):
            card["before"] = self.random.choice(EFFECTS)
        if name == "data/12":
            card["give"] = "glow_lens"
        if self.maybe(0.5):
            card["challenges"] = [self.challenge(f"c{number}") for number in range(self.random.randint(1, 2))]
        if self.maybe(0.6) or not any(key in card for key in ("goto", "travel", "ending")):
            card["choices"] = [self.choice(f"o{number}") for number in range(self.random.randint(1, 3))]
        return card

    def challenge(self, name: str) -> dict[str, Any]:
        kinds = self.random.sample(["piloting", "diplomacy", "strength", "perception"], self.random.choice([1, 1, 2]))
        rules = {"all_turn_back": "after_text"} if self.maybe(0.2) else {}
        return {
            "id": name,
            "type": kinds,
            "optional": self.maybe(0.4),
            "once": self.maybe(0.2),
            "rules": rules,
            "win": self.consequence(depth=0, sure=False, retry=True),
            "lose": self.consequence(depth=0, sure=False, retry=True),
            **({"when": self.random.choice(CONDITIONS)} if self.maybe(0.3) else {}),
        }

    def choice(self, name: str) -> dict[str, Any]:
        choice = {"id": name, "text": name, **self.consequence(depth=0, sure=True), "once": self.maybe(0.2)}
        if self.maybe(0.3):
            choice["when"] = self.random.choice(CONDITIONS)
        if self.maybe(0.3):
            choice["pick"] = self.random.choice(["active", "inactive", "item", "planet"])
        return choice

    def consequence(self, *, depth: int, sure: bool, retry: bool = False, detour: bool = False) -> dict[str, Any]:
        """Return what follows from something; `sure` that it jumps."""
        found: dict[str, Any] = {}
        if self.maybe(0.5):
            found["do"] = self.random.sample(EFFECTS, self.random.randint(1, 2))
        if self.maybe(0.3):
            found["draw"] = self.random.sample(DATA_CARDS, self.random.randint(1, 2))
        if sure or self.maybe(0.5):
            found |= self.jump(depth, retry=retry, detour=detour)
        return found

    def jump(self, depth: int, *, retry: bool, detour: bool) -> dict[str, Any]:
        plain = (
            ["goto"] * 6 + ["travel", "to", "leave", "showdown", "ending"] + ["stay"] * (not detour) + ["retry"] * retry
        )
        match self.random.choice(plain + ["branch", "random"] * (depth < 2)):
            case "goto":
                return {"goto": self.random.choice([*STORY_CARDS, *DATA_CARDS, "planet/2", "planet/13"])}
            case "travel":
                return {"travel": {"cost": self.random.randint(0, 3)} if self.maybe(0.5) else True}
            case "to":
                return {"travel": self.random.choice(["follop", "kronos", "tarn"])}
            case "leave":
                return {"leave": self.random.choice(["data_find", "the_end"])}
            case "showdown":
                return {"showdown": "tower"}
            case "ending":
                self.endings += 1
                return {"ending": {"id": f"end_{self.endings}", "kind": "over"}}
            case "branch":
                arms = [
                    {
                        "when": self.random.choice(CONDITIONS),
                        **self.consequence(depth=depth + 1, sure=False, retry=retry),
                    }
                    for _ in range(self.random.randint(1, 2))
                ]
                return {"branch": arms}
            case "random":
                arms = [
                    {"weight": self.random.randint(1, 3), **self.consequence(depth=depth + 1, sure=False, retry=retry)}
                    for _ in range(self.random.randint(1, 3))
                ]
                return {"random": arms}
            case other:
                return {other: True}
