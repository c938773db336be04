"""Stories as large as one likes, to see how far the player and the checker carry.

    .venv/bin/python tools/make_story.py OUT              a full-size one: 9 planets, 158 DATA cards, 14 endings
    .venv/bin/python tools/make_story.py OUT --plain 10000    a plain one of so many cards

A full-size story has four endings that are impossible on purpose. Beside it stands `expected.json`, which says which
and why. A seed always makes the same story; every one loads without a word.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.yaml_text import Files, Tree, write_files  # noqa: E402 - found only once the path is set

TYPES = ("piloting", "diplomacy", "dexterity", "perception", "strength")
CREW = ("ada", "bo", "cleo", "dov")
PLANETS = 9
DATA_A_PLANET = 17
LAST_DATA = 158
FLAGS = 14
"""Beside the two vows, of which a play makes one at most."""

IMPOSSIBLE = {
    "x_ghost": "it needs the item `ghost_key`, and no card grants that",
    "x_vows": "it needs `vow_light` and `vow_dark`; one card alone makes a vow, once, and makes only one of the two",
    "x_guard": "it needs a signal above 12 and below 7",
    "x_no_disc": "it needs all discs on the board when the signal is full; before the first planet is left, less than"
    " 25 signal can be had",
}
"""Ending to the reason why no play reaches it."""

POSSIBLE = (
    *("dark", "bitter", "close", "stranded", "secret_key", "secret_deep"),
    *("victory_a", "defeat_a", "victory_b", "defeat_b"),
)
"""The other endings."""


def full_story(seed: int = 1, planets: int = PLANETS) -> Files:
    """Return the files of a full-size story."""
    return _Campaign(random.Random(f"full story {seed}"), planets).files()


def expected() -> Tree:
    """Return what is known of a full-size story's endings."""
    return {"impossible": dict(IMPOSSIBLE), "possible": list(POSSIBLE)}


def plain_story(cards: int, seed: int = 1) -> Files:
    """Return the files of a plain story: cards with two or three choices, some of them under a condition.

    Most choices lead a little further on, some far back; every hundredth card is an ending, and to the last ten cards
    nothing leads.
    """
    chance = random.Random(f"plain story {seed}")
    made: Tree = {}
    open_cards = max(1, cards - 10)
    for number in range(cards):
        if number % 100 == 99 or number >= open_cards - 1:
            made[f"c{number}"] = {
                "text": f"Here it ends, at {number}.",
                "ending": {"id": f"end_{number}", "kind": "over"},
            }
            continue
        ahead = [min(open_cards - 1, number + 1 + int(chance.random() * 30)) for _ in range(2)]
        choices: list[Tree] = [
            {"id": "on", "text": "Go on.", "goto": f"c{number + 1}"},
            {"id": "far", "text": "Go further.", "goto": f"c{ahead[0]}"},
        ]
        if chance.random() < 0.4:
            flag = f"f{int(chance.random() * 10)}"
            choices[1]["do"] = f"{flag} = true" if chance.random() < 0.5 else "gold += 1"
        if chance.random() < 0.3:
            asked = (
                f"f{int(chance.random() * 10)}" if chance.random() < 0.5 else f"gold >= {1 + int(chance.random() * 9)}"
            )
            choices.append({"id": "if", "text": "If you can.", "when": asked, "goto": f"c{ahead[1]}"})
        if chance.random() < 0.1:
            back = int(chance.random() * (number + 1))
            choices.append({"id": "back", "text": "Back.", "once": True, "goto": f"c{back}"})
        made[f"c{number}"] = {"text": f"A place called {number}.", "choices": choices}
    story: Tree = {"story": "plain", "title": f"Plain, {cards} cards", "start": "c0"}
    story["variables"] = {"gold": {"start": 0, "min": 0, "max": 20}, **{f"f{n}": {"start": False} for n in range(10)}}
    return {"story.yaml": {**story, "cards": made}}


@dataclass
class _Campaign:
    """Makes one full-size story."""

    chance: random.Random
    planets: int
    boosters: list[str] = field(default_factory=list)

    def one(self, options: Any) -> Any:
        return options[int(self.chance.random() * len(options))]

    def files(self) -> Files:
        self.names = [f"world_{number}" for number in range(1, self.planets + 1)]
        self.boosters = [f"{kind}_{what}" for kind in TYPES for what in ("glove", "charm", "engine")]
        self.helpers = ["tonic", "receiver", "permit", "spring"]
        self.keys = [f"key_{number}" for number in range(1, 6)]
        self.found = [*self.boosters, *self.helpers, *self.keys]
        self.chance.shuffle(self.found)
        self.flags = [f"f_{number}" for number in range(1, FLAGS + 1)]
        files: Files = {"story.yaml": self.story(), "congress.yaml": self.congress(), "data.yaml": self.data()}
        for index, name in enumerate(self.names):
            files[f"planets/{name}.yaml"] = self.planet(index, name)
        for which in "ab":
            files[f"showdowns/tower_{which}.yaml"] = self.tower(which)
        return files

    # Tables

    def story(self) -> Tree:
        items: Tree = {}
        for kind in TYPES:
            for what, boost in (("glove", 1), ("charm", 2), ("engine", "roll_twice")):
                items[f"{kind}_{what}"] = {"boost": {kind: boost}}
        items["tonic"] = {"use": {"pick": "inactive", "do": "activate picked"}}
        items["receiver"] = {"use": {"do": "signal += 1"}}
        items["permit"] = {"use": {"do": "epm -= 3"}}
        items["spring"] = {"use": {"after": "roll", "do": "reroll"}}
        items |= {key: {"title": key} for key in [*self.keys, "ghost_key"]}
        starters: list[Tree] = [
            {"after": "roll", "do": "reroll"},
            {"after": "roll", "when": "challenge is strength", "do": "total += 2"},
            {"after": "roll", "when": "challenge is diplomacy", "do": "total += 2"},
            {"after": "roll", "do": "keep booster"},
            {"when": "travelling", "do": "signal += 2"},
            {"when": "travelling", "rules": {"travel_cost": 0}},
            {"when": "travelling", "pick": "planet", "do": "reveal disc"},
            {"pick": "inactive", "do": "activate picked"},
            {"do": "epm -= 2"},
        ]
        items |= {f"starter_{number}": {"starter": True, "use": use} for number, use in enumerate(starters, 1)}
        places: Tree = {"congress": {"at": [0, 0]}}
        places |= {name: {"at": [index + 1, index % 3]} for index, name in enumerate(self.names)}
        ring = [[one, other] for one, other in zip(self.names, [*self.names[1:], self.names[0]], strict=True)]
        spokes = [["congress", self.names[index]] for index in range(0, self.planets, 3)]
        return {
            "story": "full_size",
            "title": "Full Size",
            "start": "congress/1",
            "decks": ["congress", "data", "planets/*", "showdowns/*"],
            "trackers": {
                "epm": {"start": 0, "min": 0, "max": 25, "at_max": f"data/{LAST_DATA}"},
                "signal": {"start": 0, "min": 0, "max": 25, "at_max": "planet/13"},
            },
            "variables": {
                "wounds": {"start": 0, "min": 0, "max": 3},
                **{name: {"start": False} for name in [*self.flags, "vow_light", "vow_dark"]},
            },
            "challenges": {
                "types": list(TYPES),
                "level": {"by": "signal", "bands": {"0..6": 4, "7..12": 5, "13..": 6}},
            },
            "crew": {who: {"skills": self.skills(index)} for index, who in enumerate(CREW)},
            "items": items,
            "discs": {"blue": [4, 5, 6, 5], "yellow": [6, 7, 8], "pink": [8, 9, 10]} | self.more_discs(),
            "board": {"cost": {"epm": 2}, "places": places, "paths": [*ring, *spokes], "stranded": self.stranded()},
        }

    def more_discs(self) -> Tree:
        return {"grey": [5] * (self.planets - 10)} if self.planets > 10 else {}

    def stranded(self) -> Tree:
        return {"text": "No planet is left.", "ending": {"id": "stranded", "kind": "lost"}}

    def skills(self, index: int) -> Tree:
        return {TYPES[index]: 1, TYPES[(index + 2) % len(TYPES)]: -1}

    # Decks

    def congress(self) -> Tree:
        vow = {
            "text": "One vow each crew may make, and only here.",
            "choices": [
                {"id": "light", "text": "Vow to carry the light.", "do": "vow_light = true", "goto": 3},
                {"id": "dark", "text": "Vow to keep the dark.", "do": "vow_dark = true", "goto": 3},
                {"id": "none", "text": "Keep silent.", "goto": 3},
            ],
        }
        cards: Tree = {
            "1": {"text": "The hall is full.", "draw": 154, "goto": 2},
            "2": vow,
            "3": {
                "text": "The ship is ready.",
                "choices": [
                    {"id": "ask", "text": "Ask the clerk.", "once": True, "draw": [155, 156], "stay": True},
                    {"id": "fly", "text": "Fly.", "travel": {"cost": 0}},
                ],
            },
        }
        return {"deck": "congress", "cards": cards}

    def data(self) -> Tree:
        cards: Tree = {}
        gifts = {number: item for number, item in zip(self.gift_numbers(), self.found, strict=False)}
        for number in range(1, LAST_DATA):
            cards[str(number)] = self.data_card(number, gifts.get(number, ""))
        bands = [("signal in 0..6", "dark"), ("signal in 7..12", "bitter"), ("", "close")]
        arms = [{**({"when": when} if when else {}), "ending": {"id": name, "kind": "lost"}} for when, name in bands]
        cards[str(LAST_DATA)] = {"text": "The last light goes out.", "branch": arms}
        return {"deck": "data", "kind": "data", "cards": cards}

    def gift_numbers(self) -> list[int]:
        """Return the DATA cards that are items: about three for each planet, on its own stretch of numbers."""
        stretch = [1 + planet * DATA_A_PLANET for planet in range(self.planets)]
        numbers = [first + offset for offset in (2, 7, 11) for first in stretch if first + offset < LAST_DATA]
        return numbers

    def data_card(self, number: int, item: str) -> Tree:
        if item:
            return {"text": f"Here lies something: {item}.", "give": item}
        kind = number % 5
        if kind in (0, 1):
            return {"text": "A fact.", "do": self.one(("signal += 1", "epm += 1", "epm -= 1", "signal += 1; epm += 1"))}
        if kind == 2:
            lose = {"text": "No.", "do": "epm += 1"}
            win = {"text": "Yes.", "do": f"{self.one(self.flags)} = true"}
            return {"text": "A test.", "challenge": {"type": self.one(TYPES), "win": win, "lose": lose}}
        if kind == 3:
            choices = [
                {"id": "left", "text": "The left hand.", "do": f"{self.one(self.flags)} = true"},
                {"id": "right", "text": "The right hand.", "do": "epm -= 1"},
            ]
            return {"text": "Which hand?", "choices": choices}
        arms = [{"when": self.one(self.flags), "text": "You know this.", "do": "epm -= 1"}, {"text": "New to you."}]
        return {"text": "An old tale.", "branch": arms}

    def planet(self, index: int, name: str) -> Tree:
        """Return a planet: ways in (1 to 4), a hub (5) with once-only trips (6 to 9), ways out (10 to 12), 13.

        No way leads back but through the hub, whose trips are taken once; so less than 25 signal is had on one planet.
        """
        first = 1 + (index * DATA_A_PLANET) % (LAST_DATA - DATA_A_PLANET - 4)
        draw = iter(range(first, first + DATA_A_PLANET))
        main, other = TYPES[index % 5], TYPES[(index + 2) % 5]
        cards: Tree = {
            "1": {
                "text": "Landed.",
                "choices": [
                    {"id": "gate", "text": "By the gate.", "goto": 2},
                    {"id": "river", "text": "Along the river.", "goto": 3},
                    {"id": "wall", "text": "Over the wall.", "do": "epm += 1", "goto": 4},
                ],
            },
            "2": self.test(main, self.win(next(draw), 5), self.lose(next(draw), 5)),
            "3": self.test(other, self.win(next(draw), 5), self.lose(next(draw), 4)),
            "4": {"text": "A quiet way.", "draw": next(draw), "goto": 5},
            "5": self.hub(next(draw)),
            "6": self.test([main, other], self.win(next(draw), 5), self.lose(next(draw), 5), optional=True),
            "7": {"text": "A market.", "choices": self.market(index, next(draw), next(draw))},
            "8": self.test(self.one(TYPES), self.win(next(draw), 5), self.lose(next(draw), 5)),
            "9": self.shrine(index, next(draw), next(draw)),
            "10": self.test(main, {"text": "Found.", "do": "signal += 1", "goto": 11}, self.lose(next(draw), 12)),
            "11": {"text": "The disc.", "draw": next(draw), "leave": "data_find"},
            "12": {"text": "Nothing more here.", "leave": "the_end"},
            "13": self.location(index),
        }
        return {"deck": name, "kind": "planet", "icons": [main, other], "cards": cards}

    def win(self, draw: int, to: int) -> Tree:
        do = self.one(("signal += 1", "signal += 2", f"{self.one(self.flags)} = true", "signal += 1"))
        return {"text": "It goes well.", "do": do, "draw": draw, "goto": to}

    def lose(self, draw: int, to: int) -> Tree:
        return {"text": "It goes badly.", "do": self.one(("epm += 1", "epm += 2")), "draw": draw, "goto": to}

    def test(self, kind: Any, win: Tree, lose: Tree, *, optional: bool = False) -> Tree:
        challenge: Tree = {"type": kind, "win": win, "lose": lose}
        card: Tree = {"text": "This is not easy.", "challenge": challenge}
        if optional:
            challenge |= {"id": "try", "optional": True}
            card["choices"] = [{"id": "leave", "text": "Leave it.", "goto": 5}]
        return card

    def hub(self, draw: int) -> Tree:
        trips = [
            {"id": f"trip_{number}", "text": f"Trip {number}.", "once": True, "goto": number} for number in (6, 7, 8, 9)
        ]
        flag = self.one(self.flags)
        trips[1] |= {"when": f"{flag} or epm < 12", "locked": "Shut."}
        return {
            "text": "The middle of everything.",
            "choices": [
                *trips,
                {"id": "wait", "text": "Wait.", "once": True, "do": "epm += 1", "draw": draw, "stay": True},
                {"id": "search", "text": "Search for the disc.", "goto": 10},
                {"id": "go", "text": "Give up.", "goto": 12},
            ],
        }

    def market(self, index: int, one: int, other: int) -> list[Tree]:
        key, flag = self.keys[index % len(self.keys)], self.flags[(3 * index) % FLAGS]
        choices: list[Tree] = [
            {"id": "buy", "text": "Buy.", "do": "epm += 1", "draw": one, "goto": 5},
            {"id": "look", "text": "Look.", "draw": other, "goto": 5},
            {"id": "swap", "text": "Swap.", "when": "items > 0", "pick": "item", "do": "discard picked", "goto": 8},
            {"id": "open", "text": "Open.", "when": f"has({key})", "do": f"discard {key}; {flag} = true", "goto": 9},
        ]
        if index == 3:
            choices.append({"id": "secret", "text": "In.", "when": "has(key_2) and f_3", **self.won("secret_key")})
        if index == 2:
            choices.append({"id": "ghost", "text": "Through.", "when": "has(ghost_key)", **self.won("x_ghost")})
        return choices

    def shrine(self, index: int, one: int, other: int) -> Tree:
        flag, further = self.flags[index % FLAGS], self.flags[(index + 5) % FLAGS]
        choices: list[Tree] = [
            {"id": "pray", "text": "Pray.", "when": f"not {flag}", "do": f"{flag} = true", "draw": one, "goto": 5},
            {"id": "laugh", "text": "Laugh.", "do": "epm += 1", "draw": other, "goto": 5},
            {"id": "dig", "text": "Dig.", "when": f"{flag} and {further}", "do": "signal += 1", "goto": 5},
        ]
        if index == self.planets - 2:
            deep = "has(key_3) and has(key_4) and f_2 and f_6 and f_9"
            choices.append({"id": "deep", "text": "Down.", "when": deep, **self.won("secret_deep")})
        if index == 4:
            both = "vow_light and vow_dark"
            choices.append({"id": "vows", "text": "Speak.", "when": both, **self.won("x_vows")})
        return {"text": "A shrine.", "choices": choices}

    def location(self, index: int) -> Tree:
        card: Tree = {"text": "The signal is whole."}
        if index == 1:
            arms: list[Tree] = [{"when": f"discs == {self.planets}", **self.won("x_no_disc")}]
            return {**card, "branch": [*arms, {"showdown": "tower_a"}]}
        return {**card, "showdown": "tower_a" if index < self.planets // 2 else "tower_b"}

    def won(self, name: str) -> Tree:
        return {"ending": {"id": name, "kind": "secret"}}

    def tower(self, which: str) -> Tree:
        """Return a showdown: seven tests, the last of them decided by what was suffered on the way."""
        hurt = {"text": "That hurt.", "do": "wounds += 1"}
        cards: Tree = {}
        for number in range(1, 7):
            kind = TYPES[(number + ord(which)) % 5]
            win = {"text": "Up.", "goto": number + 1}
            cards[str(number)] = self.test(kind, win, {**hurt, "goto": number + 1})
        if which == "b":
            arms: list[Tree] = [{"when": "signal > 12 and signal < 7", **self.won("x_guard")}, {"goto": 7}]
            cards["3"] = {"text": "A mirror.", "branch": arms}
        last = {"text": "Once more.", "do": "wounds += 1", "branch": [{"when": "wounds >= 3", "goto": 9}, {"goto": 5}]}
        cards["7"] = {
            "text": "There he is.",
            "rules": {"level_change": "1 if wounds > 1 else 0"},
            "challenge": {"type": TYPES[ord(which) % 5], "win": {"goto": 8}, "lose": last},
        }
        cards["8"] = {"text": "It is over.", "draw": 157, "ending": {"id": f"victory_{which}", "kind": "won"}}
        cards["9"] = {"text": "You fall.", "ending": {"id": f"defeat_{which}", "kind": "lost"}}
        return {"deck": f"tower_{which}", "kind": "showdown", "cards": cards}


def main() -> int:
    """Write a story into a folder."""
    parser = argparse.ArgumentParser(description="make a large story")
    parser.add_argument("folder", type=Path, help="the folder to write into; it is made where it is missing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--planets", type=int, default=PLANETS, help="planets of a full-size story")
    parser.add_argument("--plain", type=int, metavar="CARDS", help="a plain story of so many cards instead")
    chosen = parser.parse_args()
    if chosen.plain:
        write_files(plain_story(chosen.plain, chosen.seed), chosen.folder)
    else:
        write_files(full_story(chosen.seed, chosen.planets), chosen.folder)
        text = json.dumps(expected(), indent=2) + "\n"
        (chosen.folder / "expected.json").write_text(text, encoding="utf-8")
    print(f"wrote {chosen.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
